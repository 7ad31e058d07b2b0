"""Haystack: evaluators of retrieved documents. They take documents in order and the relevant ones; k cuts the list before. A grade is a document's score.

NDCG has no k of its own, so it is asked where no query has more than k relevant documents.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
from haystack import Document  # noqa: E402
from haystack.components.evaluators import (  # noqa: E402
    DocumentMAPEvaluator,
    DocumentMRREvaluator,
    DocumentNDCGEvaluator,
    DocumentRecallEvaluator,
)

sys.path.append(HERE)
from protocol import answer, ranked  # noqa: E402

METRICS = {
    "map": (DocumentMAPEvaluator(), None),
    "mrr": (DocumentMRREvaluator(), None),
    "ndcg@5": (DocumentNDCGEvaluator(), 5),
    "ndcg@10": (DocumentNDCGEvaluator(), 10),
    "recall@10": (DocumentRecallEvaluator(mode="multi_hit"), 10),
}


def measure(case):
    truths, lists = [], []
    for grades, documents in ranked(case):
        truths.append([Document(id=d, content=d, score=float(grade)) for d, grade in grades.items() if grade >= 1])
        lists.append([Document(id=d, content=d) for d in documents])
    return {
        name: evaluator.run(ground_truth_documents=truths, retrieved_documents=[found[:k] for found in lists])["score"]
        for name, (evaluator, k) in METRICS.items()
        if not name.startswith("ndcg") or all(len(truth) <= k for truth in truths)
    }


answer("haystack-ai", measure)
