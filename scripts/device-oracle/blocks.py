"""What ciscoconfparse2 (0.9.18) reads in each configuration of a folder, a JSON line each: lines without a parent, with all beneath them.

python scripts/device-oracle/blocks.py FOLDER
"""
import json
import os
import re
import sys

output, sys.stdout = sys.stdout, sys.stderr  # The package logs to what it finds here.
from ciscoconfparse2 import CiscoConfParse  # noqa: E402

SYNTAX = {"junos": "junos", "f5": "junos", "nxos": "nxos", "iosxr": "iosxr", "asa": "asa"}


def text_of(path):
    data = open(path, "rb").read()
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")


def blocks_of(path):
    lines = re.split(r"\r\n|\r|\n", text_of(path))
    parsed = CiscoConfParse(lines, syntax=SYNTAX.get(path.rsplit(".", 1)[1], "ios"), ignore_blank_lines=False)
    return [[one.text, [line.text for line in one.all_children]] for one in parsed.objs if one.parent == one]


for name in sorted(os.listdir(sys.argv[1])):
    try:
        found = {"blocks": blocks_of(os.path.join(sys.argv[1], name))}
    except BaseException as error:  # It ends the process where braces do not close.
        found = {"error": str(error)[:200]}
    print(json.dumps({"name": name, **found}), file=output)
