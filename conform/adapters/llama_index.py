"""LlamaIndex: metrics of its retriever evaluation. It takes ids in order and a list of relevant ones, without grades; k cuts the list before.

NDCG has no k of its own, so it is asked where no query has more than k relevant documents.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
from llama_index.core.evaluation.retrieval.metrics import (  # noqa: E402
    AveragePrecision,
    HitRate,
    MRR,
    NDCG,
    Precision,
    Recall,
)

sys.path.append(HERE)
from protocol import NotOffered, answer, mean, ranked  # noqa: E402

METRICS = {
    "map": (AveragePrecision, None),
    "mrr": (MRR, None),
    "ndcg@5": (NDCG, 5),
    "ndcg@10": (NDCG, 10),
    "precision@5": (Precision, 5),
    "recall@10": (Recall, 10),
    "success@5": (HitRate, 5),
}


def measure(case):
    if any(grade > 1 for _, _, grade in case["qrels"]):
        raise NotOffered("has no grades")
    queries = [
        ([document for document, grade in grades.items() if grade >= 1], documents) for grades, documents in ranked(case)
    ]
    return {
        name: mean([metric().compute(expected_ids=relevant, retrieved_ids=documents[:k]).score for relevant, documents in queries])
        for name, (metric, k) in METRICS.items()
        if metric is not NDCG or all(len(relevant) <= k for relevant, _ in queries)
    }


answer("llama-index-core", measure)
