"""ir_measures with its default providers."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This folder has files of packages' names.
import ir_measures  # noqa: E402

sys.path.append(HERE)
from protocol import answer  # noqa: E402

NAMES = {
    "map": "AP",
    "mrr": "RR",
    "ndcg@5": "nDCG@5",
    "ndcg@10": "nDCG@10",
    "precision@5": "P@5",
    "recall@10": "R@10",
    "rprec": "Rprec",
    "bpref": "Bpref",
    "success@5": "Success@5",
}
MEASURES = {name: ir_measures.parse_measure(theirs) for name, theirs in NAMES.items()}


def measure(case):
    qrels = [ir_measures.Qrel(*row) for row in case["qrels"]]
    run = [ir_measures.ScoredDoc(*row) for row in case["run"]]
    found = ir_measures.calc_aggregate(list(MEASURES.values()), qrels, run)
    return {name: found[theirs] for name, theirs in MEASURES.items()}


answer("ir_measures", measure)
