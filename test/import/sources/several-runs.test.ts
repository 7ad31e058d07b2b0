import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { tableAdapter } from "../../../import/sources/adapters/table.ts";
import { memoryFile } from "../../../import/sources/files.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { durationSeconds, flipRate, timeStamp } from "../../../import/sources/junit/history.ts";
import { outcomeOfStatus } from "../../../import/sources/junit/outcome.ts";
import { nonEmpty } from "../../non-empty.ts";

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

describe("executions in time", () => {
  const importFiles = async (files: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), "runs-"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const { corpus } = await importSource(folder);
    return corpus.artifacts.filter(({ id }) => id === "T-1" || id === "C7" || id === "TC-7" || id === "t::x");
  };
  const report = (at: string, outcome: string) =>
    `<testsuite name="s" timestamp="${at}"><testcase classname="t" name="x" time="1.5">${outcome}</testcase></testsuite>`;

  it("orders reports by their time and not by their names", async () => {
    const [found] = await importFiles({
      "a.xml": report("2026-03-02T10:00:00", "<failure/>"),
      "b.xml": report("2026-03-01T10:00:00", ""),
      "c.xml": report("2026-03-01T12:00:00+02:00", "<failure/>"),
    });
    expect(found?.meta).toMatchObject({
      last_outcome: "FAIL",
      last_run_at: "2026-03-02T10:00:00.000Z",
      outcomes: { PASS: 1, FAIL: 2 },
      runs: 3,
    });
  });

  it("makes one test of the rows of a table of executions, whatever their order", async () => {
    const [found] = await importFiles({
      "executions.csv":
        "test_id,outcome,timestamp,duration,requirement\nT-1,passed,2026-03-03 10:00,2s,REQ-1\nT-1,nicht bestanden,2026-03-02 10:00,3s,REQ-1\nT-1,OK,2026-03-01 10:00,1m 30s,REQ-1\n",
    });
    expect(found).toMatchObject({
      type: "test_case",
      meta: {
        last_outcome: "PASS",
        last_run_at: "2026-03-03T10:00:00.000Z",
        runs: 3,
        flip_rate: 1,
        flaky: true,
        time_s: 2,
      },
    });
  });

  it("makes one test of its description and the list of its executions, in one format or in two", async () => {
    const log = "Test ID,Outcome,Executed at\nTC-7,passed,2026-03-03\nTC-7,failed,2026-03-02\n";
    const plans: Record<string, string>[] = [
      { "plan.html": "<h1>Tests</h1><p>TC-7: Hands over in time. Verifies REQ-1</p><p>REQ-1: It shall hand over.</p>" },
      { "testcases.csv": "Test ID,Title,Requirement\nTC-7,Hands over in time.,REQ-1\n" },
    ];
    for (const plan of nonEmpty(plans)) {
      const found = await importFiles({ ...plan, "runs.csv": log });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        title: expect.stringMatching(/^Hands over in time/),
        meta: { last_outcome: "PASS", runs: 2, outcomes: { PASS: 1, FAIL: 1 } },
      });
    }
  });

  it("links what a document of one format says of what one of another defines", async () => {
    const folder = await mkdtemp(join(tmpdir(), "several-"));
    const files = {
      "spec.html": "<h1>Radio</h1><p>REQ-1: It shall hand over.</p><p>REQ-2: It shall log. See TC-9.</p>",
      "plan.md":
        "# Tests\n\n- **TC-7:** Hands over within LTE-4 cells.\n  Verifies: REQ-1\n- **TC-8:** Logs.\n  Verifies: REQ-2\n",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const { corpus } = await importSource(folder);
    expect(corpus.links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`).sort()).toEqual([
      "TC-7 verifies REQ-1",
      "TC-8 verifies REQ-2",
    ]);
  });

  it("joins exports of several TestRail runs by the case", async () => {
    const head = "ID,Title,Case ID,Status,Tested On,Elapsed,References,Assigned To\n";
    const [found] = await importFiles({
      "run-b.csv": `${head}T12,Signs in,C7,Retest,3/14/2026 9:05 AM,,REQ-1,Ada\n`,
      "run-a.csv": `${head}T11,Signs in,C7,Failed,3/13/2026 9:05 PM,1m 5s,REQ-1,Ada\n`,
    });
    expect(found).toMatchObject({
      title: "Signs in",
      meta: { last_outcome: "SKIP", runs: 2, outcomes: { SKIP: 1, FAIL: 1 } },
    });
    expect(JSON.stringify(found)).not.toContain("Ada");
  });

  it("knows outcomes by their cells in many languages; words that it does not know are told, and are no outcome", async () => {
    const text =
      "Case ID;Name;Result;Run start;Duration\nTC-1;Login;i.O.;05.01.2026 10:00;1,5 s\nTC-1;Login;n.i.O.;2026/01/04 10:00;2 s\nTC-1;Login;Superato;3 Jan 2026 10:00;2 s\nTC-2;Logout;Warning;03.01.2026 10:00;2 s\n";
    const source = { path: "x", name: "x", isFolder: false, files: [memoryFile("log.csv", Buffer.from(text))] };
    const { artifacts, notes } = await tableAdapter.read(source, { problems: new Problems(), broken: [], columns: {} });
    expect(artifacts[0]).toMatchObject({
      type: "test_case",
      meta: { last_outcome: "PASS", last_run_at: "2026-01-05T10:00:00.000Z", flip_rate: 1, time_s: 1.5 },
    });
    expect(artifacts[1]?.meta).not.toHaveProperty("runs");
    expect(notes).toContain('log.csv: 1 execution is left out, with outcomes that are no known words: "Warning" (1)');
  });

  it("gives each outcome one of four names, whatever is beside the word", () => {
    const said = [
      "PASS (flaky)",
      "Échouée",
      "NOT_RUN",
      "未通过",
      "Пройден",
      "✔️",
      "✗",
      "Godkänd",
      "Failed: timeout",
      "Draft",
      "1",
    ];
    expect(said.map(outcomeOfStatus)).toEqual([
      "PASS",
      "FAIL",
      "SKIP",
      "FAIL",
      "PASS",
      "PASS",
      "FAIL",
      "PASS",
      "FAIL",
      null,
      null,
    ]);
  });

  it("reads stamps and durations as tools write them, and nothing else", () => {
    expect(
      [
        "2026-03-01",
        "2026-03-01T10:00:00+02:00",
        "1.3.2026 10:00",
        "3/1/2026 10:00 PM",
        "31/1/2026",
        "soon",
        "2026-13-01",
      ].map(timeStamp),
    ).toEqual([
      "2026-03-01T00:00:00.000Z",
      "2026-03-01T08:00:00.000Z",
      "2026-03-01T10:00:00.000Z",
      "2026-03-01T22:00:00.000Z",
      "2026-01-31T00:00:00.000Z",
      null,
      null,
    ]);
    expect(["1m 30s", "00:01:30", "250 ms", "2 min", "soon", "3 apples"].map(durationSeconds)).toEqual([
      90,
      90,
      0.25,
      120,
      null,
      null,
    ]);
    expect(["1,5 s", "0,125 s", "1,2500 s", "1,200 ms", "12,345 s"].map(durationSeconds)).toEqual([
      1.5,
      0.125,
      1.25,
      null,
      null,
    ]);
  });
});
