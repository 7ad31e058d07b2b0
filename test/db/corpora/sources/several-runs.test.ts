import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { flipRate } from "../../../../db/corpora/sources/adapters/junit.ts";
import { importSource } from "../../../../db/corpora/sources/import-source.ts";

const CASE = (outcome: string) =>
  `<testsuite name="s"><testcase classname="t" name="hands over"><properties><property name="requirement" value="REQ-1"/><property name="function" value="Radio.send"/></properties>${outcome}</testcase></testsuite>`;

it("makes one corpus of a specification, code and several runs: what is verified and what is covered stay apart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "several-"));
  const files: Record<string, string> = {
    "spec.html": "<html><body><h1>Radio</h1><p>REQ-1: It shall hand over.</p><p>REQ-2: It shall log.</p></body></html>",
    "radio.py": "class Radio:\n  def send(self):\n    pass\nclass Other:\n  def stop(self):\n    pass\n",
    "run-1.xml": CASE(""),
    "run-2.xml": CASE("<failure/>"),
    "run-3.xml": CASE(""),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { corpus, format } = await importSource(folder);
  expect(format.split(" + ").sort()).toEqual(["code", "html", "junit"]);
  const kinds = corpus.links.map(({ sourceId, kind, targetId }) => [
    sourceId,
    corpus.mapping.linkKinds[kind]?.role,
    targetId,
  ]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ["t::hands over", "reference", "REQ-1"],
      ["t::hands over", "message_coverage", "radio.py::Radio.send"],
      ["radio.py::Radio.send", "membership", "radio.py::Radio"],
    ]),
  );
  expect(corpus.artifacts.find(({ type }) => type === "test_case")?.meta).toMatchObject({
    runs: 3,
    flip_rate: 1,
    last_outcome: "PASS",
  });
});

test.each([
  [["PASS", "PASS", "PASS"], 0],
  [["PASS", "FAIL", "ERROR", "PASS"], 0.667],
  [["PASS", "SKIP", "FAIL"], 1],
  [["PASS", "SKIP"], null],
] as const)("%j flips at the rate %j", (runs, rate) => {
  expect(flipRate(runs)).toBe(rate);
});
