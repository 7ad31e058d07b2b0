"""TorchMetrics: functions of its retrieval domain, over a score and a target for each document. It has no word for *not retrieved*: what was
not is put behind all else, and a metric is asked where that cannot raise it. Scores are 32 bits.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
import torch  # noqa: E402
from torchmetrics.functional.classification import multiclass_accuracy, multiclass_cohen_kappa  # noqa: E402
from torchmetrics.functional.retrieval import (  # noqa: E402
    retrieval_average_precision,
    retrieval_hit_rate,
    retrieval_normalized_dcg,
    retrieval_precision,
    retrieval_r_precision,
    retrieval_recall,
    retrieval_reciprocal_rank,
)

sys.path.append(HERE)
from protocol import NotOffered, answer, graded, mean, nested  # noqa: E402

# With how many retrieved documents none of the others is counted; all of them where there is no k.
METRICS = {
    "mrr": (retrieval_reciprocal_rank, {}),
    "map": (retrieval_average_precision, {}),
    "rprec": (retrieval_r_precision, {}),
    "precision@5": (retrieval_precision, {"top_k": 5}),
    "success@5": (retrieval_hit_rate, {"top_k": 5}),
    "recall@10": (retrieval_recall, {"top_k": 10}),
    "ndcg@5": (retrieval_normalized_dcg, {"top_k": 5}),
    "ndcg@10": (retrieval_normalized_dcg, {"top_k": 10}),
}


def measure(case):
    qrels, run = nested(case["qrels"]), nested(case["run"])
    queries = [(qrels[query], scores) for query, scores in run.items() if query in qrels]
    values = {
        name: mean([float(function(*vectors(grades, scores, name), **options)) for grades, scores in queries])
        for name, (function, options) in METRICS.items()
        if all(can_be_asked(grades, scores, options.get("top_k")) for grades, scores in queries)
    }
    if not values:
        raise NotOffered("cannot tell what was not retrieved from what came last")
    return values


def can_be_asked(grades, scores, k):
    missed = any(grade >= 1 and document not in scores for document, grade in grades.items())
    return not missed or (k is not None and len(scores) >= k)


def vectors(grades, scores, metric):
    last = min(scores.values()) - 1
    documents = sorted({*grades, *scores})
    targets = [max(0, grades.get(document, 0)) for document in documents]
    kept = targets if metric.startswith("ndcg") else [target >= 1 for target in targets]
    return torch.tensor([scores.get(document, last) for document in documents]), torch.tensor(kept)


def judge(case):
    pairs = graded(case)
    if not pairs:
        return {}
    own, people = (torch.tensor(["CPI".index(grade) for grade in grades]) for grades in zip(*pairs))
    return {
        "accuracy": float(multiclass_accuracy(own, people, num_classes=3, average="micro")),
        "kappa": float(multiclass_cohen_kappa(own, people, num_classes=3)),
    }


answer("torchmetrics", measure, judge)
