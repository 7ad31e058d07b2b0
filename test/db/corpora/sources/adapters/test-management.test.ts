import { expect, it } from "vitest";
import { fixture, readPath } from "../read-fixture.ts";

it.each([
  [
    "testlink",
    {
      id: "test_case-4",
      title: "Lock",
      text: "Lock it.\nAs <user>\nPrecondition: closed\n1. turn\nkey\nExpected: locked",
      suite: "House / Door",
    },
    ["test_case-4 verifies REQ-1"],
  ],
  [
    "testrail",
    { id: "C7", title: "Lock", text: "Precondition: closed\n1. turn\nExpected: locked", suite: "House / Door" },
    ["C7 verifies REQ-1", "C7 verifies REQ-2"],
  ],
  [
    "zephyr-scale",
    {
      id: "H-T1",
      title: "Lock",
      text: 'lock it\nPrecondition: closed\n1. Given a door\nWhen "<user>" locks it\n    | a | b |',
      suite: "Door",
    },
    ["H-T1 verifies H-2"],
  ],
])(
  "%s: a case with its steps as text, its suites and the requirements that it names",
  async (format, expected, linked) => {
    const { adapter, artifacts, links } = await readPath(fixture(`${format}.xml`));
    expect(adapter).toBe(format);
    const [{ id, title, text, meta }] = artifacts as [(typeof artifacts)[number]];
    expect({ id, title, text, suite: meta.suite }).toEqual(expected);
    expect(links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`)).toEqual(linked);
  },
);
