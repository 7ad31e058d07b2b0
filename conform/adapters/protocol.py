"""The adapter protocol of `scopebench measure conform`: JSON Lines on stdin and stdout.

In:   {"id": ..., "qrels": [[query, document, grade], ...], "run": [[query, document, score], ...], "metrics": [...]}
      A score is a number, or the text "NaN". Lines of the run are in no particular order.
      With --judge: {"id": ..., "outputs": [text, ...], "people": [grade or null, ...], "metrics": [...]}: what a judge wrote of each
      item, which ends with "GRADE: C", "GRADE: P" or "GRADE: I", and the grade that people gave it.
Out:  first {"program": ..., "version": ...}; then for each case one of
      {"id": ..., "values": {metric: mean over queries}}   a metric that is left out is not offered
      {"id": ..., "error": why}                            the input was refused
      {"id": ..., "not_offered": why}                      no data type or function of the program can hold this
"""
import json
import math
import re
import sys
from importlib.metadata import version


class NotOffered(Exception):
    """The program cannot be asked this: its data types have no place for it."""


def answer(package, measure=None, judge=None):
    """`measure` takes a case of rankings, `judge` one of a judge's outputs; each gives values by metric."""
    print(json.dumps({"program": package, "version": version(package)}))
    for line in sys.stdin:
        case = json.loads(line)
        if "outputs" in case:
            print(json.dumps({"id": case["id"], **_reply(case, judge or _nothing)}))
            continue
        case["run"] = [(query, document, float(score)) for query, document, score in case["run"]]
        print(json.dumps({"id": case["id"], **_reply(case, measure or _nothing)}))


def _nothing(case):
    raise NotOffered("has no such metrics")


def _reply(case, measure):
    try:
        values = measure(case)
    except NotOffered as why:
        return {"not_offered": str(why)}
    except Exception as error:  # Whatever a program raises is its refusal.
        return {"error": f"{type(error).__name__}: {error}"[:200]}
    return {"values": {name: _finite(value) for name, value in values.items() if name in case["metrics"]}}


def _finite(value):
    return float(value) if value is not None and math.isfinite(value) else None


def nested(rows):
    """Query -> document -> value. A mapping holds each document once, so duplicates cannot be asked."""
    found = {}
    for query, document, value in rows:
        if document in found.setdefault(query, {}):
            raise NotOffered("a mapping holds each document once")
        found[query][document] = value
    return found


def ranked(case):
    """(grades by document, documents best first) of each query in both files, for programs that take lists in order."""
    qrels = nested(case["qrels"])
    run = {}
    for query, document, score in case["run"]:
        run.setdefault(query, []).append((score, document))
    if any(math.isnan(score) for lines in run.values() for score, _ in lines):
        raise NotOffered("takes documents in order, without scores")
    if any(len({score for score, _ in lines}) < len(lines) for lines in run.values()):
        raise NotOffered("takes documents in order: ties are decided before it")
    return [
        (qrels[query], [document for _, document in sorted(lines, reverse=True)])
        for query, lines in run.items()
        if query in qrels
    ]


def mean(values):
    return sum(values) / len(values)


def graded(case):
    """(judge's grade, people's grade) of the items that both graded, for programs that take grades: plain outputs are read here."""
    if any(not re.fullmatch(r"(|GRADE: [CPI])", output) for output in case["outputs"]):
        raise NotOffered("takes grades, not what a judge wrote")
    grades = [output[-1:] or None for output in case["outputs"]]
    return [(own, other) for own, other in zip(grades, case["people"]) if own and other]
