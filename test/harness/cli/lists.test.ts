import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Io } from "../../../harness/print/io.ts";
import { configurationsOf } from "../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../harness/record/config/schema.ts";
import { executionName } from "../../../harness/record/domain/names.ts";
import type { Verdict } from "../../../harness/record/domain/records.ts";
import { RUN_PATHS } from "../../../harness/record/run-directory/paths.ts";
import { readRecords } from "../../../harness/record/run-directory/records.ts";
import { type ListedExecution, printList } from "../../../harness/run/inspect/list-executions.ts";
import type { RunRow } from "../../../harness/run/inspect/list-runs.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeRunFixture } from "../run-fixture.ts";
import { runCli } from "./run-cli.ts";

const NDCG = new Map([
  ["explorer__react__prompt__S001__0", 0.5],
  ["planner__react__skill__S002__0", 0.25],
]);

let cwd: string;
let verdicts: ReadonlyMap<string, Verdict>;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-lists-"));
  const run = join(cwd, "runs", "whole");
  await mkdir(join(cwd, "runs", "broken"), { recursive: true });
  await writeFile(join(cwd, "runs", "broken", RUN_PATHS.manifest), "{");
  await makeRunFixture({ directory: run });
  await mkdir(join(run, "metrics"));
  const about = { family: "lookup", complexity: "single_hop", answerable: true, outcome: "success" };
  const scores = [...NDCG].map(([name, value]) =>
    JSON.stringify({
      ...keyOf(name),
      ...about,
      scores: { "ndcg@10": { value }, functional_pass: { value: functional(value) } },
    }),
  );
  await writeFile(join(run, RUN_PATHS.scores), `${scores.join("\n")}\n`);
  verdicts = await verdictsOf(run);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** A verdict for the fixture, which need not be that of its judge. */
const functional = (ndcg: number) => Number(ndcg < 0.5);

function keyOf(name: string): object {
  const [model, workflow, knowledge, scenario_id, repeat] = name.split("__");
  return { model, workflow, knowledge, scenario_id, repeat: Number(repeat) };
}

async function verdictsOf(runDirectory: string): Promise<Map<string, Verdict>> {
  const config = configSchema.parse(JSON.parse(await readFile(join(runDirectory, RUN_PATHS.config), "utf8")));
  const files = configurationsOf(config).map((configuration) =>
    readRecords({ runDirectory, part: "verdicts", configuration }),
  );
  return new Map((await Promise.all(files)).flat().map((verdict) => [executionName(verdict), verdict]));
}

describe("scopebench runs", () => {
  it("lists each run with state, executions and models, and says of one that is damaged what it is", async () => {
    const { code, out } = await runCli(["runs", "--json"], { cwd });
    expect(code).toBe(0);
    const rows = JSON.parse(out) as RunRow[];
    expect(rows.find(({ run }) => run === "whole")).toMatchObject({
      ...{ state: "interrupted", corpus: "fixture", configurations: 18, scenarios: 8, expected: 144, executions: 143 },
      ...{ models: ["explorer", "planner", "sprinter"], functional_pass: null, pass: null, cost: null },
    });
    expect(rows.find(({ run }) => run === "broken")).toMatchObject({
      ...{ state: "unreadable", executions: null, problem: expect.stringContaining("cannot be read") },
    });
  });

  it("as a table shows what is missing, cuts nothing in a pipe, and says below why a run cannot be read", async () => {
    const { out } = await runCli(["runs"], { cwd, columns: 20 });
    expect(out).toMatch(/^broken {2}.+ cannot be read/m);
    expect(out).toMatch(/^whole +interrupted +143\/144 +- +- +- +- +explorer, planner, sprinter; 18 × 8; fixture$/m);
  });

  it("says where there are none", async () => {
    expect((await runCli(["runs", "--runs-dir", "none"], { cwd })).out).toContain(
      "scopebench run --runs-dir none makes one",
    );
  });
});

describe("scopebench show, as a list", () => {
  const list = async (...flags: string[]) => {
    const { code, out } = await runCli(["show", "whole", ...flags, "--json"], { cwd });
    expect(code).toBe(0);
    return JSON.parse(out) as ListedExecution[];
  };
  const passed = (name: string) =>
    NDCG.has(name) ? functional(NDCG.get(name)!) === 1 : verdicts.get(name)?.judgement?.status === "pass";

  it("has every execution with family, both verdicts and score", async () => {
    const all = await list();
    expect(all).toHaveLength(143);
    for (const execution of all) {
      const { judgement, type } = verdicts.get(executionName(execution)) ?? {};
      expect(execution.verdict).toBe(judgement?.status ?? type ?? null);
      const ndcg = NDCG.get(executionName(execution));
      expect(execution.functional).toBe(ndcg === undefined ? null : functional(ndcg) === 1 ? "pass" : "fail");
      expect(execution.score).toBe(judgement?.overall_score ?? null);
      expect(execution["ndcg@10"]).toBe(NDCG.get(executionName(execution)) ?? null);
    }
  });

  it("--failed has those that do not pass by the functional verdict, unscored ones by the judge's, and no other", async () => {
    const all = (await list()).map(executionName);
    const failed = (await list("--failed")).map(executionName);
    expect(failed.toSorted()).toEqual(all.filter((name) => !passed(name)).toSorted());
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(all.length);
  });

  it("--failed has the worst first: by the judge's score, what has none last", async () => {
    const scores = (await list("--failed")).map(({ score }) => score ?? 2);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  });

  it("prints 20 and counts the rest, in 80 columns with every scenario whole; --all prints all", async () => {
    const at80 = { cwd, environment: { COLUMNS: "80" } };
    const { out, errors } = await runCli(["show", "whole", "--failed"], at80);
    const failed = await list("--failed");
    const lines = out.split("\n");
    expect(lines).toHaveLength(21);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const [at, line] of nonEmpty([...lines.slice(1).entries()]))
      expect(line).toContain(`${failed[at]!.scenario_id}__${failed[at]!.repeat} `);
    expect(errors).toContain(`${failed.length - 20} more executions: --all`);
    expect((await runCli(["show", "whole", "--failed", "--all"], at80)).out.split("\n")).toHaveLength(
      failed.length + 1,
    );
  });

  it.each([
    [1, "none failed: the one execution passes"],
    [1200, "none failed: all 1,200 executions pass"],
  ])("--failed says where none of %d failed, and is no error", (passing, said) => {
    const out: string[] = [];
    const io = { out: (text: string) => out.push(text) } as unknown as Io;
    printList({ executions: [], passing }, { io, json: false, all: false, asked: false });
    expect(out).toEqual([said]);
  });

  it("a scenario's name prints the worst of its executions in full, then all of them", async () => {
    const { out } = await runCli(["show", "whole", "S001"], { cwd });
    expect(out).toMatch(
      /^\w+__S001__0\n[\s\S]*turn 1[\s\S]*S001 by every configuration; above, the worst of them\nexecution/,
    );
  });

  it("--family has the scenarios of one; an unknown one is named with those there are", async () => {
    const families = new Set((await list()).map(({ family }) => family));
    const own = await list("--family", "impact");
    expect([families.size > 1, new Set(own.map(({ family }) => family))]).toEqual([true, new Set(["impact"])]);
    const { code, errors } = await runCli(["show", "whole", "--family", "impct"], { cwd });
    expect([code, errors]).toEqual([1, expect.stringContaining("impact")]);
  });

  it("--grep searches question, answer and error, whatever the case; together with a name both hold", async () => {
    const found = await list("--grep", "TIMEOUT");
    expect(found.every(({ outcome }) => outcome === "timeout")).toBe(true);
    expect(found.length).toBeGreaterThan(0);
    const named = await runCli(["show", "whole", "S001", "--grep", "a", "--json"], { cwd });
    const ids = (JSON.parse(named.out) as ListedExecution[]).map(({ scenario_id }) => scenario_id);
    expect(new Set(ids)).toEqual(new Set(["S001"]));
    const none = await runCli(["show", "whole", "--grep", "no such text"], { cwd });
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining("no execution is left by these flags")]);
  });

  it("--sort has the worst first and what has no number last, the longest first by time", async () => {
    const ndcg = (await list("--sort", "ndcg")).map((execution) => execution["ndcg@10"]);
    expect(ndcg.slice(0, 3)).toEqual([0.25, 0.5, null]);
    const scores = (await list("--sort", "score")).map(({ score }) => score);
    const known = scores.filter((score) => score !== null);
    expect(scores).toEqual([...known.toSorted((a, b) => a - b), ...scores.filter((score) => score === null)]);
    const times = (await list("--sort", "time")).map(({ duration_ms }) => duration_ms);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await runCli(["show", "whole", "--sort", "size"], { cwd })).errors).toContain("name, score, ndcg, time");
  });
});
