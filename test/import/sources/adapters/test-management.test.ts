import { expect, it } from "vitest";
import { fixture, readPath, tempFile } from "../read-fixture.ts";

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

it("tells of cases without a title, such as one whose name stands under another name", async () => {
  const xml = '<testsuite name="s"><testcase nme="lost"><externalid>1</externalid></testcase></testsuite>';
  const { notes } = await readPath(await tempFile("t.xml", xml), { format: "testlink" });
  expect(notes).toContain("1 case has no title, the first at t.xml:1");
});
