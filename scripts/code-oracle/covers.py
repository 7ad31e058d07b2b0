"""A pytest plugin: what each test of a package calls itself, seen while it runs, beside the `covers` links that its source gave.

scopebench corpus import PACKAGE --to CORPUS
PYTHONPATH=scripts/code-oracle COVERS_ROOT=PACKAGE COVERS_CORPUS=CORPUS pytest -q -p covers PACKAGE/tests
"""
import csv
import os
import sys

import pytest

ROOT = os.path.realpath(os.environ["COVERS_ROOT"])
seen = set()
ran = set()


def id_of(code):
    path = os.path.realpath(code.co_filename)
    name = code.co_qualname if hasattr(code, "co_qualname") else code.co_name
    return f"{os.path.relpath(path, ROOT)}::{name}" if path.startswith(ROOT + os.sep) else None


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    test = pyfuncitem.function.__code__
    ran.add(id_of(test))

    def profile(frame, event, _):
        if event == "call" and frame.f_back is not None and frame.f_back.f_code is test:
            called = id_of(frame.f_code)
            if called and "<" not in called:
                seen.add((id_of(test), called))

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)


def pytest_sessionfinish():
    with open(os.path.join(os.environ["COVERS_CORPUS"], "links.csv"), newline="") as file:
        links = list(csv.DictReader(file))

    def of(kind):
        return {(link["source_id"], link["target_id"]) for link in links if link["kind"] == kind and link["source_id"] in ran}

    covers, may = of("covers"), of("may_cover")
    print(f"\n{len(ran)} tests, {len(seen)} calls of the package seen; covers {len(covers)}, of them seen {len(covers & seen)};")
    print(f"may_cover {len(may)}, of them seen {len(may & seen)}; seen and in neither: {len(seen - covers - may)}")
    for pair in sorted(covers - seen)[:20]:
        print("not seen:", *pair)
    for pair in sorted(seen - covers - may)[:10]:
        print("not linked:", *pair)
