"""ranx, with make_comparable: without it a run whose queries are others than the judged ones is an error."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
from ranx import Qrels, Run, evaluate  # noqa: E402

sys.path.append(HERE)
from protocol import answer, nested  # noqa: E402

NAMES = {
    "map": "map",
    "mrr": "mrr",
    "ndcg@5": "ndcg@5",
    "ndcg@10": "ndcg@10",
    "precision@5": "precision@5",
    "recall@10": "recall@10",
    "rprec": "r-precision",
    "bpref": "bpref",
    "success@5": "hit_rate@5",
}


def measure(case):
    qrels, run = Qrels(nested(case["qrels"])), Run(nested(case["run"]))
    found = evaluate(qrels, run, list(NAMES.values()), make_comparable=True)
    return {name: found[theirs] for name, theirs in NAMES.items()}


answer("ranx", measure)
