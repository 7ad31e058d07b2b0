"""pytrec_eval-terrier: trec_eval 9 as a library. Means are over the queries that it returns, as trec_eval takes them."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
import pytrec_eval  # noqa: E402

sys.path.append(HERE)
from protocol import answer, mean, nested  # noqa: E402

NAMES = {
    "map": "map",
    "mrr": "recip_rank",
    "ndcg@5": "ndcg_cut_5",
    "ndcg@10": "ndcg_cut_10",
    "precision@5": "P_5",
    "recall@10": "recall_10",
    "rprec": "Rprec",
    "bpref": "bpref",
    "success@5": "success_5",
}
ASKED = {"map", "recip_rank", "ndcg_cut.5,10", "P.5", "recall.10", "Rprec", "bpref", "success.5"}


def measure(case):
    found = pytrec_eval.RelevanceEvaluator(nested(case["qrels"]), ASKED).evaluate(nested(case["run"])).values()
    return {name: mean([values[theirs] for values in found]) for name, theirs in NAMES.items()}


answer("pytrec_eval-terrier", measure)
