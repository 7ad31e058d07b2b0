import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { fixture, readPath, tempFile } from "../read-fixture.ts";
import { zipOf } from "../zip.ts";

it("reads objects by the id that people use, XHTML as text, enumerations by name", async () => {
  const { artifacts } = await readPath(fixture("small.reqif"));
  expect(artifacts[1]).toEqual({
    id: "REQ-1",
    type: "Requirement",
    title: "Door",
    text: "The door locks:\n- at night\n- on demand",
    meta: { "ReqIF.ForeignID": "REQ-1", Priority: "high", specification: "House", identifier: "_1" },
  });
  expect(artifacts.map(({ id, type }) => `${type} ${id}`)).toEqual([
    "specification s-1",
    "Requirement REQ-1",
    "Requirement _2",
    "Test Case _3",
  ]);
});

it("makes containment of the hierarchy and typed links of relations, and reports a dangling end with its line", async () => {
  const { links, problems, counts } = await readPath(fixture("small.reqif"));
  expect(links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`)).toEqual([
    "s-1 contains REQ-1",
    "REQ-1 contains _2",
    "_3 verifies REQ-1",
  ]);
  expect(problems).toEqual([`small.reqif:23: the relation's target is "_9", which is not there`]);
  expect(counts).toMatchObject({ objects: 3, relations: 2, specifications: 1, nodes: 2, depth: 2 });
});

it("reads all documents of an archive: an object that stands alike in two is one, other ones stay apart", async () => {
  const text = await readFile(fixture("small.reqif"), "utf8");
  const bytes = zipOf({
    "a/one.reqif": text,
    "two.reqif": text.replace('"Door at night"', '"Another door"'),
    "a/picture.png": "x",
    "__MACOSX/._one.reqif": "junk",
  });
  const { artifacts, counts, notes } = await readPath(await tempFile("both.reqifz", bytes));
  expect(artifacts.map(({ id }) => id)).toEqual(["s-1", "REQ-1", "_2", "_3", "two.reqif/_2"]);
  expect(counts).toMatchObject({ documents: 2, objects: 6, attachments: 1 });
  expect(notes.join("\n")).toMatch(/3 objects are identical in several documents[\s\S]*1 objects have an IDENTIFIER/);
});

it.each([
  ["leads out of the archive", zipOf({ "../../evil.reqif": "<REQ-IF/>" }), /invalid relative path/],
  ["is absolute", zipOf({ "/etc/evil.reqif": "<REQ-IF/>" }), /absolute path/],
  [
    "says less than it unpacks to",
    zipOf({ "a.reqif": "x".repeat(10_000) }, { claimedSize: 10 }),
    /too many bytes|size/,
  ],
  ["says more than 512 MB", zipOf({ "a.reqif": "x" }, { claimedSize: 600 * 2 ** 20 }), /bytes unpacked/],
  [
    "stands there twice",
    zipOf([
      ["a.reqif", "one"],
      ["a.reqif", "two"],
    ]),
    /in the archive twice/,
  ],
])("refuses an archive with an entry that %s", async (_what, bytes, message) => {
  await expect(readPath(await tempFile("a.reqifz", bytes))).rejects.toThrow(message);
});
