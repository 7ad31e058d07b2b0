import { readdir, readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJsonLines } from "../../../../base/json-lines.ts";
import type { ExecutionRecord, Extraction, Verdict } from "../../../../harness/record/domain/records.ts";
import { type RunPath, runPath } from "../../../../harness/record/run-directory/paths.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";
import { fixtureScenarios } from "../../run-fixture/scenarios.ts";

/** The study's eleven (reference study, section 9); all others are ours, and have no published counterpart. */
const STUDY = [
  ...["abstention", "complexity_by_workflow", "effort", "entity_threshold", "ir_metrics", "judge_agreement"],
  ...["judge_ir_correlation", "judge_results", "stratification", "timing_passes", "tool_calls"],
];
interface FunctionalLine {
  scenario_id: string;
  criteria: { pass: boolean }[];
}
const isOurs = (name: string) => !STUDY.includes(name);

let context: FixtureContext;
let run: string;
beforeAll(async () => {
  context = await scoredContext();
  run = context.runDirectory;
});
afterAll(() => context?.[Symbol.asyncDispose]());

const table = async (name: string): Promise<Record<string, string>[]> =>
  parse(await readFile(runPath(run, "tables", `${name}.csv`), "utf8"), { columns: true });

/** Raw records of all configurations, or of those that a table's row names. */
async function records<T>(part: RunPath, row: Record<string, string> = {}): Promise<T[]> {
  const names = (await readdir(runPath(run, part))).filter((name) => {
    const [model, workflow, knowledge] = name.replace(".jsonl", "").split("__");
    return Object.entries({ model, workflow, knowledge }).every(
      ([key, value]) => row[key] === undefined || row[key] === value,
    );
  });
  const files = await Promise.all(names.sort().map((name) => readJsonLines<T>(runPath(run, part, name))));
  return files.flat();
}

test("every table as CSV, Markdown, LaTeX and JSON, eleven beside the study's own, captions with the stand-in notice", async () => {
  const files = await readdir(runPath(run, "tables"));
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.split(".")[0]!);
  expect(names.filter((name) => !isOurs(name)).sort()).toEqual(STUDY);
  expect(files.sort()).toEqual(
    names
      .flatMap((name) => {
        const endings = [".csv", ".json", ".md", ".tex", ...(isOurs(name) ? [] : ["_published.csv"])];
        return endings.map((end) => `${name}${end}`);
      })
      .sort(),
  );
  for (const name of nonEmpty(names)) {
    const { caption, rows } = JSON.parse(await readFile(runPath(run, "tables", `${name}.json`), "utf8"));
    expect(caption).toMatch(/Stand-in models, not language models: explorer, planner, sprinter\..*Synthetic corpus\./);
    expect([name, rows.length > 0]).toEqual([name, true]);
    const markdown = await readFile(runPath(run, "tables", `${name}.md`), "utf8");
    if (!isOurs(name)) expect(markdown).toMatch(/as published by others\n\nPublished by others, on another corpus/);
  }
});

test("passes retained grow with the time limit, shares of the same passes", async () => {
  const rows = await table("timing_passes");
  const passed = (await records<Verdict>("verdicts")).filter(({ judgement }) => judgement?.status === "pass");
  expect(rows.at(-1)).toMatchObject({ model: "overall", passes: String(passed.length) });
  for (const row of nonEmpty(rows)) expect(Number(row.within_60)).toBeLessThanOrEqual(Number(row.within_300));
});

// Each cell again by another way, from the raw records.
test("recall@5 is the mean over answerable scenarios of expected ids among the first five, failures as 0", async () => {
  const scenarios = fixtureScenarios().scenarios.filter((scenario) => scenario.answerable);
  for (const row of nonEmpty(await table("ir_metrics"))) {
    const executed = await records<ExecutionRecord>("rawOutput", row);
    const traces = new Map((await records<Extraction>("extractions", row)).map((trace) => [trace.scenario_id, trace]));
    const values = scenarios.flatMap(({ id, expected_ids }) => {
      const outcome = executed.find((record) => record.scenario_id === id)?.outcome;
      if (outcome !== undefined && outcome !== "success") return [0];
      const trace = traces.get(id);
      return trace
        ? [trace.ranked_ids.slice(0, 5).filter((found) => expected_ids.includes(found)).length / expected_ids.length]
        : [];
    });
    expect(Number(row.n)).toBe(values.length);
    expect(Number(row["recall@5"])).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 12);
  }
});

test("pass rates are those of the verdicts, failed executions counted, blocked ones not", async () => {
  for (const row of nonEmpty(await table("judge_results"))) {
    const failed = (await records<ExecutionRecord>("rawOutput", row)).filter(
      ({ outcome }) => outcome !== "success",
    ).length;
    const judged = (await records<Verdict>("verdicts", row)).filter(({ type }) => type === "judged");
    const passed = judged.filter(({ judgement }) => judgement?.status === "pass").length;
    expect(Number(row.n)).toBe(judged.length + failed);
    expect(Number(row.pass)).toBeCloseTo(passed / (judged.length + failed), 12);
  }
});

test("tool calls add up over knowledge modes, errors apart", async () => {
  for (const row of nonEmpty(await table("tool_calls"))) {
    const calls = (await records<Extraction>("extractions", { model: row.model!, workflow: row.workflow! })).flatMap(
      (trace) => trace.tool_calls,
    );
    expect([Number(row.calls), Number(row.errors)]).toEqual([
      calls.length,
      calls.filter(({ status }) => status === "error").length,
    ]);
  }
});

test("abstentions are counted from the traces", async () => {
  for (const row of nonEmpty(await table("abstention"))) {
    const answered = (await records<Extraction>("extractions", row)).filter(({ outcome }) => outcome === "success");
    const unanswerable = answered.filter(({ scenario_id }) => ["S007", "S008"].includes(scenario_id));
    const correct = unanswerable.filter(({ abstained }) => abstained).length;
    expect([Number(row.correct), Number(row.missed)]).toEqual([correct, unanswerable.length - correct]);
    expect(Number(row.false)).toBe(answered.filter(({ abstained }) => abstained).length - correct);
  }
});

test("a stricter entity threshold never lets more pass; at the study's 80 % nothing changes", async () => {
  const rows = await table("entity_threshold");
  expect(rows.map((row) => Number(row.threshold))).toEqual([50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]);
  const passes = rows.map((row) => Number(row.passes));
  expect([...passes].sort((a, b) => b - a)).toEqual(passes);
  const scenarios = fixtureScenarios().scenarios.filter(
    ({ answerable, expected_entities: names }) => answerable && names.length > 0,
  );
  const asking = scenarios.map(({ id }) => id);
  const asked = <T extends { scenario_id: string }>(all: readonly T[]) =>
    all.filter(({ scenario_id }) => asking.includes(scenario_id));
  const verdicts = asked(await records<Verdict>("verdicts"));
  expect(Number(rows[6]!.judge_passes)).toBe(verdicts.filter(({ judgement }) => judgement?.status === "pass").length);
  const functional = asked(await readJsonLines<FunctionalLine>(runPath(run, "functional")));
  expect(passes[6]).toBe(functional.filter(({ criteria }) => criteria.every(({ pass }) => pass)).length);
  expect(rows[6]!.delta).toBe("0");
});

test("strata cover every scenario once per factor", async () => {
  const rows = await table("stratification");
  for (const factor of ["complexity", "family"])
    expect(rows.filter((row) => row.factor === factor).reduce((sum, row) => sum + Number(row.scenarios), 0)).toBe(8);
});
