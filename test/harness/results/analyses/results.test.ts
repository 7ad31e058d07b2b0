import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readResults as readPublished } from "../../../../harness/api/results.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { resultFile } from "../../../../harness/results/analyses/analysis.ts";
import { recordMetaJudge } from "../../../../harness/results/analyses/meta-judge.ts";
import { readResult } from "../../../../harness/results/analyses/read-result.ts";
import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import { ANALYSES } from "../../../../harness/results/analyses/registry.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { summary } from "../../../../harness/results/analyses/summary.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import { scoreStage } from "../../../../harness/run/stages/score/index.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type FixtureContext, fixtureContext, unreadBy } from "../../run/stages/context.ts";

let context: FixtureContext;
let results: Results;
let unread: string[];
beforeAll(async () => {
  context = await fixtureContext([]);
  unread = await unreadBy(scoreStage, context);
  results = await readResults(context.runDirectory);
});
afterAll(() => context[Symbol.asyncDispose]());

it("the stage that writes them reads what it declares", () => {
  expect(unread).toEqual([]);
});

describe("the record of the meta-judge", () => {
  it("counts what judge.json counts, and names each changed verdict once", () => {
    const record = results.meta_judge;
    const { meta } = results.judge;
    expect(record.pairs).toBe(meta.arbitrated);
    expect(record.disagreed).toBe(meta.arbitrated - meta.agree);
    expect(record.rulings).toEqual({ primary: meta.preferred_a, calibration: meta.preferred_b, tie: meta.tie });
    expect(record.changed).toHaveLength(meta.status_changed);
    expect(new Set(record.changed.map(({ key }) => key)).size).toBe(meta.status_changed);
    expect(record.changed_share).toBeCloseTo(meta.status_changed / meta.arbitrated, 12);
  });

  it("finds two configurations that a ruling makes swap places, and none where nothing is changed", () => {
    const swapped = recordMetaJudge([...cells("a", "ppf", "B"), ...cells("b", "pff")]);
    expect(swapped.changed.map(({ from, to }) => `${from} to ${to}`)).toEqual(["pass to fail", "pass to fail"]);
    expect(swapped.ranking.swapped).toEqual([{ first: "a__react__prompt", second: "b__react__prompt" }]);
    const same = recordMetaJudge([...cells("a", "ppf", "A"), ...cells("b", "pff")]);
    expect(same).toMatchObject({ changed: [], changed_share: 0, ranking: { swapped: [] } });
    expect(recordMetaJudge([])).toMatchObject({ pairs: 0, changed_share: null });
  });
});

it("the stage that writes them knows which of them it could not read", async () => {
  expect(await scoreStage.unreadable(context.runDirectory)).toEqual([]);
  const path = runPath(context.runDirectory, "metrics", resultFile("meta_judge"));
  const written = await readFile(path, "utf8");
  await writeFile(path, JSON.stringify({ ...JSON.parse(written), pairs: undefined }));
  expect(await scoreStage.unreadable(context.runDirectory)).toEqual([
    expect.stringContaining("meta_judge.json: pairs"),
  ]);
  await writeFile(path, written);
});

it("the package's results are plain records: a copy or a log of a score has all of it", async () => {
  const { scores } = await readPublished(context.runDirectory);
  const [line] = (await readFile(runPath(context.runDirectory, "scores"), "utf8")).split("\n");
  expect(scores.map((score) => ({ ...score }))[0]).toEqual(JSON.parse(line!));
});

it("a correction is applied with corrected means, or refused with none and a reason", () => {
  const correction = results.judge_correction;
  expect(correction).toMatchObject({ reference: "calibration", on: "overall_score" });
  expect(correction.because).toMatch(correction.applied ? /^applied/ : /^refused/);
  expect(correction.configurations).toHaveLength(18);
  expect(correction.configurations.every(({ corrected }) => (corrected === null) === !correction.applied)).toBe(true);
});

it("rubrics are probed in every run; nobody's ratings are null, not zero", () => {
  const probes = results.judge_probes;
  expect(probes.map(({ judge }) => judge)).toEqual(["primary", "calibration"]);
  for (const { probes: found, readings } of nonEmpty(probes)) {
    expect(readings).toBeGreaterThan(200);
    expect(found.every(({ blocked, n, effect }) => blocked === 0 && (n > 0 || effect === null))).toBe(true);
  }
  expect(results.human).toBeNull();
});

/** Executions of one configuration with primary verdicts as in `statuses`; where a ruling is given, the calibration judge said `fail`. */
function cells(model: string, statuses: string, ruling?: "A" | "B"): ScoredExecution[] {
  return [...statuses].map((letter, index) => {
    const status = letter === "p" ? "pass" : "fail";
    const key = { scenario_id: `S${index}`, model, workflow: "react", knowledge: "prompt", repeat: 0 };
    return {
      record: { ...key, scores: { pass: { value: Number(status === "pass") } } },
      primary: { judgement: { status } },
      calibration: ruling ? { judgement: { status: "fail" } } : null,
      meta: ruling ? { type: "judged", preferred_judgment: ruling, judgments_agree: false } : null,
    } as unknown as ScoredExecution;
  });
}

it("a run that another version scored is refused, with every file that does not fit and what to do", async () => {
  const path = (name: string) => runPath(context.runDirectory, "metrics", resultFile(name));
  const text = await readFile(path("risk_coverage"), "utf8");
  await writeFile(path("risk_coverage"), text.replaceAll("excess_aurc", "excessAurc"));
  await rm(path("trends"));
  await expect(readResults(context.runDirectory)).rejects.toMatchObject({
    code: "run-directory",
    problems: [expect.stringContaining("risk_coverage.json"), "metrics/trends.json is missing"],
    hint: expect.stringMatching(/^scopebench runs stage score .* --again/),
  });
  expect((await readResult(context.runDirectory, summary)).cells).toBe(144);
});

it("each analysis stands after those that it needs", () => {
  const names = ANALYSES.map(({ name }) => name);
  const needed = ANALYSES.flatMap(({ needs }, at) => needs.map(({ name }) => [at, name] as const));
  for (const [at, name] of nonEmpty(needed)) expect(names.slice(0, at)).toContain(name);
});
