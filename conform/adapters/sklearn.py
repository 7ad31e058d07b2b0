"""scikit-learn: a vector of grades and one of scores a query, over all that is judged or retrieved; what was not retrieved comes last.

It has no word for *not retrieved*, so NDCG is asked where lists are as long as k, and MAP where all that is relevant was retrieved.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
import numpy as np  # noqa: E402
from sklearn.metrics import accuracy_score, average_precision_score, cohen_kappa_score, ndcg_score  # noqa: E402

sys.path.append(HERE)
from protocol import NotOffered, answer, graded, mean, nested  # noqa: E402


def vectors(grades, scores):
    last = min(scores.values()) - 1
    documents = sorted({*grades, *scores})
    true = np.array([grades.get(document, 0) for document in documents])
    return true, np.array([scores.get(document, last) for document in documents])


def measure(case):
    qrels, run = nested(case["qrels"]), nested(case["run"])
    queries = [vectors(qrels[query], scores) for query, scores in run.items() if query in qrels]
    if any(len(true) < 2 for true, _ in queries):
        raise NotOffered("needs two documents or more")
    shortest = min(len(run[query]) for query in run if query in qrels)
    found = {
        f"ndcg@{k}": mean([ndcg_score([true], [scores], k=k) for true, scores in queries])
        for k in (5, 10)
        if shortest >= k
    }
    if all(
        document in run[query]
        for query, grades in qrels.items()
        for document, grade in grades.items()
        if query in run and grade >= 1
    ):
        found["map"] = mean([average_precision_score(true >= 1, scores) for true, scores in queries])
    return found


def judge(case):
    pairs = graded(case)
    if not pairs:
        return {}
    own, people = zip(*pairs)
    return {"accuracy": accuracy_score(people, own), "kappa": cohen_kappa_score(people, own)}


answer("scikit-learn", measure, judge)
