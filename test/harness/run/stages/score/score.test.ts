import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJsonLines } from "../../../../../base/json-lines.ts";
import type { StageContext } from "../../../../../harness/dag/stage.ts";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { configurationName, executionName } from "../../../../../harness/record/domain/names.ts";
import { scoreRecordSchema } from "../../../../../harness/record/domain/records.ts";
import { runPath } from "../../../../../harness/record/run-directory/paths.ts";
import type { JudgeAnalysis } from "../../../../../harness/results/analyses/judge.ts";
import type { Summary } from "../../../../../harness/results/analyses/summary.ts";
import { scoreStage } from "../../../../../harness/run/stages/score/index.ts";
import { computeIr } from "../../../../../measure/trec/ir.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { makeRunFixture } from "../../../run-fixture.ts";
import { type FixtureContext, scoredContext } from "../context.ts";

const folders: string[] = [];
let context: FixtureContext;
let run: string;

beforeAll(async () => {
  context = await scoredContext();
  run = context.runDirectory;
});
afterAll(() =>
  Promise.all([...folders.map((folder) => rm(folder, { recursive: true })), context[Symbol.asyncDispose]()]),
);

async function score(runDirectory: string): Promise<string> {
  const config = configSchema.parse(JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8")));
  const context: StageContext = {
    runDirectory,
    config,
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: runDirectory, log: () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  return scoreStage.run(context);
}

const readText = (...parts: string[]) => readFile(join(run, ...parts), "utf8");
const readJson = async <T>(name: string) => JSON.parse(await readText("metrics", name)) as T;
const readCsv = async (name: string): Promise<Record<string, string>[]> =>
  parse(await readText("metrics", name), { columns: true });

test("every expected execution has one line, the missing one too, and every score record is valid", async () => {
  const rows = await readCsv("per_execution.csv");
  expect(rows).toHaveLength(144);
  expect(rows.filter((row) => row.outcome === "missing")).toHaveLength(1);
  const records = await readJsonLines(runPath(run, "scores"));
  expect(records.map((record) => scoreRecordSchema.parse(record).scenario_id)).toEqual(
    rows.map((row) => row.scenario_id),
  );
});

test("each empty cell has its reason, and no scored cell has one", async () => {
  const rows = await readCsv("per_execution.csv");
  const reasons = new Map((await readCsv("unscored.csv")).map((row) => [`${row.key}/${row.metric}`, row.reason]));
  const columns = Object.keys(rows[0]!);
  const metrics = columns.slice(columns.indexOf("answers_cut_off") + 1);
  let empty = 0;
  for (const row of rows) {
    const key = [row.model, row.workflow, row.knowledge, row.scenario_id, row.repeat].join("__");
    for (const metric of nonEmpty(metrics)) {
      if (row[metric] === "") empty++;
      expect(reasons.has(`${key}/${metric}`)).toBe(row[metric] === "");
    }
  }
  expect(empty).toBe(reasons.size);
});

test("means, n and unscored in the summary are those of the rows", async () => {
  const summary = await readJson<Summary>("summary.json");
  const rows = await readCsv("per_execution.csv");
  const own = (row: Record<string, string>, { model, workflow, knowledge }: Summary["configurations"][number]) =>
    row.model === model && row.workflow === workflow && row.knowledge === knowledge;
  for (const configuration of nonEmpty(summary.configurations)) {
    for (const metric of ["ndcg@10", "pass", "tokens_in", "completeness"]) {
      const part = rows.filter((row) => own(row, configuration) && (metric !== "ndcg@10" || row.answerable === "true"));
      const values = part
        .map((row) => row[metric]!)
        .filter((cell) => cell !== "")
        .map(Number);
      const estimate = configuration.metrics[metric]!;
      expect([estimate.n, estimate.unscored]).toEqual([values.length, part.length - values.length]);
      expect(estimate.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 12);
      if (estimate.low !== null) expect(estimate.low).toBeLessThanOrEqual(estimate.mean! + 1e-12);
    }
    const { success, timeout, agent_error, cascaded_failure, missing } = configuration.outcomes;
    expect(success + timeout + agent_error + cascaded_failure + missing).toBe(8);
  }
});

test("abstentions: correct, missed and unanswered make up the unanswerable scenarios", async () => {
  const { configurations } = await readJson<Summary>("summary.json");
  for (const { abstention } of nonEmpty(configurations)) {
    expect(abstention.unanswerable).toBe(2);
    expect(abstention.correct + abstention.missed).toBeLessThanOrEqual(2);
    expect(abstention.correct + abstention.missed + abstention.no_answer).toBeGreaterThanOrEqual(2);
  }
});

test("the TREC exports give the same means by our own reader, absent queries counted as 0", async () => {
  const { configurations } = await readJson<Summary>("summary.json");
  for (const { model, workflow, knowledge, metrics } of nonEmpty(configurations)) {
    if (metrics["ndcg@10"]!.unscored > 0) continue; // A missing trace is unscored here, but 0 in a run file.
    const result = await computeIr({
      qrelsPath: join(run, "exports/trec/qrels.txt"),
      runPath: join(run, `exports/trec/${model}__${workflow}__${knowledge}.run`),
      metrics: ["ndcg@10", "mrr@10", "recall@5", "map"],
      complete: true,
    });
    for (const [metric, value] of nonEmpty(Object.entries(result.all)))
      expect(value, metric).toBeCloseTo(metrics[metric]!.mean!, 12);
  }
});

test("judges are compared on judged pairs only; n says how many", async () => {
  const judge = await readJson<JudgeAnalysis>("judge.json");
  const [primary, calibration, meta] = judge.verdicts;
  expect(primary!.judged + primary!.blocked + primary!.cascaded).toBe(141);
  expect(judge.agreement.every(({ n }) => n === calibration!.judged)).toBe(true);
  expect(judge.meta.arbitrated).toBe(meta!.judged);
  expect(judge.judge_ir).toHaveLength(24);
  expect(judge.composite_vs_ir.map(({ points, n }) => points.length === n)).toEqual(Array(5).fill(true));
  expect(judge.notes.join(" ")).toContain("fixture-primary");
});

test("scoring again, in another folder, gives byte-identical files apart from times", async () => {
  const before = await readAll(run);
  expect(before.size).toBeGreaterThan(20);
  await score(run);
  expect(await readAll(run)).toEqual(before);
});

test("repeats are told apart in exports and do not narrow intervals as if they were scenarios", async () => {
  const repeated = await mkdtemp(join(tmpdir(), "scopebench-score-"));
  folders.push(repeated);
  await makeRunFixture({ repeats: 3, directory: repeated });
  await score(repeated);
  const qrels = await readFile(join(repeated, "exports/trec/qrels.txt"), "utf8");
  expect([...new Set(qrels.split("\n").map((line) => line.split(" ")[0]))].slice(0, 4)).toEqual([
    "S001.r1",
    "S001.r2",
    "S001.r3",
    "S002.r1",
  ]);
  const rows: Record<string, string>[] = parse(await readFile(join(repeated, "metrics/per_execution.csv"), "utf8"), {
    columns: true,
  });
  expect(rows).toHaveLength(432);
});

test("a record that is damaged, repeated or not in the matrix stops the stage, and nothing is written", async () => {
  for (const [line, code] of [
    ['{"half":', "run-directory"],
    [null, "run-directory"],
  ] as const) {
    const broken = await mkdtemp(join(tmpdir(), "scopebench-score-"));
    folders.push(broken);
    await makeRunFixture({ directory: broken });
    const file = runPath(broken, "verdicts", "explorer__react__prompt.jsonl");
    const [first] = (await readFile(file, "utf8")).split("\n");
    await appendFile(file, `${line ?? first}\n`);
    await expect(score(broken)).rejects.toMatchObject({ code });
    expect((await readdir(broken)).includes("metrics")).toBe(false);
  }
});

test("wall-clock values stand in the timing files only", async () => {
  const files = await readAll(run);
  for (const [name, text] of files)
    expect(text.includes("duration_ms") || text.includes("2026-01-05"), name).toBe(false);
  const timing = parse(await readText("metrics/timing.csv"), { columns: true });
  expect(timing).toHaveLength(143);
});

/** Name -> text of everything that must be equal for equal records. */
async function readAll(directory: string): Promise<Map<string, string>> {
  const names: string[] = [];
  for (const part of ["metrics", "exports"])
    for (const entry of await readdir(join(directory, part), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.startsWith("timing.")) names.push(join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    names.sort().map(async (name) => [name.slice(directory.length), await readFile(name, "utf8")] as const),
  );
  return new Map(texts);
}

test("every mean of the summary follows from the executions that its group lists", async () => {
  const { configurations, breakdown } = await readJson<Summary>("summary.json");
  const groups = await readJson<Record<string, string[]>>("groups.json");
  const records = new Map(
    (await readJsonLines(runPath(run, "scores"))).map((line) => {
      const record = scoreRecordSchema.parse(line);
      return [executionName(record), record];
    }),
  );
  const meanOf = (group: string, metric: string) => {
    const scores = groups[group]!.flatMap((name) => records.get(name)!.scores[metric]!.value ?? []);
    return scores.length === 0 ? null : scores.reduce((sum, value) => sum + value, 0) / scores.length;
  };
  for (const row of configurations)
    for (const [metric, { mean }] of Object.entries(row.metrics)) same(mean, meanOf(configurationName(row), metric));
  for (const { by, level, metric, estimate, ...row } of breakdown)
    same(estimate.mean, meanOf(`${configurationName(row)}/${by}/${level}`, metric));
  expect(groups.overall).toHaveLength(144);
});

function same(ours: number | null, recomputed: number | null): void {
  if (ours === null) expect(recomputed).toBeNull();
  else expect(recomputed).toBeCloseTo(ours, 10);
}
