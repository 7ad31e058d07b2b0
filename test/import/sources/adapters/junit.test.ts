import { expect, it } from "vitest";
import { fixture, readPath, tempFile } from "../read-fixture.ts";

it("tells of elements under names that no report has, such as a case or a failure that is misspelt", async () => {
  const xml = `<testsuite name="s">\n<testcase name="a"><failed message="no"/></testcase>\n<tescase name="b"/>\n</testsuite>`;
  const { artifacts, notes } = await readPath(await tempFile("r.xml", xml), { format: "junit" });
  expect(artifacts.map(({ id }) => id)).toEqual(["a"]);
  expect(notes).toEqual([
    "2 elements that are no part of a report left out, the first at r.xml:2: <failed>, <tescase>",
  ]);
});

it("tells of attributes of cases that nothing is made of, such as a class that is misspelt", async () => {
  const xml = '<testsuite><testcase name="a" clssname="x" assertions="2"/><testcase name="b" class="y"/></testsuite>';
  const { notes } = await readPath(await tempFile("r.xml", xml), { format: "junit" });
  expect(notes).toEqual(["attributes of cases left out: clssname (1), assertions (1)"]);
});

it("takes a case by class and name: the worst entry of a report, the last report, all outcomes counted", async () => {
  const { adapter, artifacts, counts, notes } = await readPath(fixture("junit"));
  expect(adapter).toBe("junit");
  expect(counts).toMatchObject({
    cases: 6,
    PASS: 3,
    FAIL: 2,
    ERROR: 1,
    SKIP: 0,
    flaky: 1,
    attempts: 7,
    suites: 3,
    depth: 2,
  });
  const meta = Object.fromEntries(artifacts.map(({ id, meta }) => [id, meta]));
  expect(meta["pkg.Door::locks"]).toMatchObject({
    last_outcome: "FAIL",
    outcomes: { PASS: 1, FAIL: 1 },
    time_s: 2,
    suite: "inner",
    message: "today it fails",
  });
  expect(meta["pkg.Lamp::dims"]).toMatchObject({ last_outcome: "PASS", flaky: true });
  expect(meta["pkg.Lamp::blinks"]).toMatchObject({ last_outcome: "ERROR", suite: "outer" });
  expect(notes.join("\n")).toMatch(/1 time is no duration.*TEST-a.xml:6[\s\S]*1 failure stands on a suite/);
});

it("links to requirements and functions in properties and to issue keys in names, not to what looks like one", async () => {
  const { artifacts, links, mapping } = await readPath(fixture("junit"));
  expect(links.map(({ sourceId, targetId, kind }) => `${sourceId} ${kind} ${targetId}`)).toEqual([
    "pkg.Door::locks verifies REQ-1",
    "pkg.Door::locks verifies REQ-2",
    "pkg.Door::locks exercises door.lock",
    "pkg.Door::opens ABC-12 as UTF-8 verifies ABC-12",
  ]);
  expect(artifacts.filter(({ meta }) => meta.named_only).map(({ id, type }) => `${type} ${id}`)).toEqual([
    "requirement REQ-1",
    "requirement REQ-2",
    "function door.lock",
    "requirement ABC-12",
  ]);
  expect(Object.keys(mapping.artifactTypes ?? {})).toEqual(["test_case", "requirement", "function"]);
});

it("keeps cases of one name apart by suite, and cases without any name by place", async () => {
  const suites = ["Chrome", "Firefox"].map((name) => `<testsuite name="${name}"><testcase name="log in"/></testsuite>`);
  const path = await tempFile(
    "a.xml",
    `<testsuites>${suites.join("")}\n<testsuite><testcase/>\n<testcase/></testsuite></testsuites>`,
  );
  const { artifacts } = await readPath(path);
  expect(artifacts.map(({ id }) => id)).toEqual([
    "Chrome::log in",
    "Firefox::log in",
    "(no name) a.xml:2",
    "(no name) a.xml:3",
  ]);
});

it.each([
  [
    "an entity that the document declares",
    '<!DOCTYPE t [<!ENTITY a "aaaa">]><testsuites>&a;</testsuites>',
    "undefined entity",
  ],
  [
    "an external entity",
    '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuites>&a;</testsuites>',
    "undefined entity",
  ],
  ["another root", "<suites/>", "the root element is suites"],
  ["a cut file", "<testsuites><testsuite>", "not well-formed"],
  ["nesting without end", `<testsuites>${"<testsuite>".repeat(600)}`, "nested deeper than 500"],
])("refuses %s", async (_what, text, message) => {
  await expect(readPath(await tempFile("a.xml", text), { format: "junit" })).rejects.toThrow(message);
});
