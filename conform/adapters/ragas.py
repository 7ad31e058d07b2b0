"""Ragas: metrics of retrieved contexts by their ids. It takes ids in any order and the relevant ones, without grades; k cuts the list before."""
import asyncio
import os
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
warnings.filterwarnings("ignore")
from ragas import SingleTurnSample  # noqa: E402
from ragas.metrics import IDBasedContextPrecision, IDBasedContextRecall  # noqa: E402

sys.path.append(HERE)
from protocol import NotOffered, answer, mean, ranked  # noqa: E402

METRICS = {"precision@5": (IDBasedContextPrecision(), 5), "recall@10": (IDBasedContextRecall(), 10)}


def measure(case):
    if any(grade > 1 for _, _, grade in case["qrels"]):
        raise NotOffered("has no grades")
    queries = [([d for d, grade in grades.items() if grade >= 1], documents) for grades, documents in ranked(case)]
    return {
        name: mean(
            [
                asyncio.run(
                    metric.single_turn_ascore(
                        SingleTurnSample(retrieved_context_ids=documents[:k], reference_context_ids=relevant)
                    )
                )
                for relevant, documents in queries
            ]
        )
        for name, (metric, k) in METRICS.items()
    }


answer("ragas", measure)
