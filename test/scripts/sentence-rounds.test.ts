import { describe, expect, it } from "vitest";
import { configurationName } from "../../harness/record/domain/names.ts";
import { alternatives } from "../../harness/results/selection/filters.ts";
import { makeFindings } from "../../harness/show/report/findings.ts";
import type { ExecutionRow } from "../../harness/show/report/site-data.ts";
import { matchesFilters, pairedRows } from "../../reports/src/components/select-rows.ts";
import { checkComparison } from "../../scripts/sentence-rounds/check-comparison.ts";
import { checkHistory } from "../../scripts/sentence-rounds/check-history.ts";
import { checkRun } from "../../scripts/sentence-rounds/check-run.ts";
import { randomRun } from "../../scripts/sentence-rounds/random-run.ts";
import { CHANGES } from "../../scripts/sentence-rounds/random-sources.ts";
import { SHAPES } from "../../scripts/sentence-rounds/shapes.ts";
import { nonEmpty } from "../non-empty.ts";

describe("what figures and findings say of random runs", () => {
  // `scripts/sentence-rounds.ts` reads 500.
  it.each(SHAPES.map((shape, at) => ({ shape, at })))("is true where a run is of the shape: $shape", ({ at }) => {
    expect([at, SHAPES.length + at].flatMap((seed) => checkRun(seed))).toEqual([]);
  });
});

describe("what a comparison and its gate say of two random runs", () => {
  it.each(CHANGES.map((change, at) => ({ change, at })))("is true where the change is: $change", ({ at }) => {
    const seeds = [at, CHANGES.length + at, 2 * CHANGES.length + at];
    expect(seeds.flatMap((seed) => checkComparison(seed))).toEqual([]);
  });
});

describe("what a history of two random runs says", () => {
  it.each(CHANGES.map((change, at) => ({ change, at })))("is true where the change is: $change", async ({ at }) => {
    expect(await checkHistory(at)).toEqual([]);
  });
});

it("a finding's link leads to as many executions as it says, by the page's own filters", () => {
  const run = randomRun(SHAPES.indexOf("free"));
  const { executions } = run;
  const rows = executions.map(({ record }) => ({ ...record, scenario: record.scenario_id }) as unknown as ExecutionRow);
  const scores = new Map(rows.map((row, at) => [row, executions[at]!.record.scores]));
  const sides = makeFindings(run).flatMap((finding) => finding.sides);
  for (const { executions: said, behind } of nonEmpty(sides)) {
    const { metric = "", has, paired, ...filters } = behind;
    const values = (row: ExecutionRow) => alternatives(metric).map((name) => scores.get(row)![name]?.value ?? null);
    const matching = rows.filter(
      (row) =>
        matchesFilters(row, filters, {}) &&
        values(row).every((value) => value !== null && (has !== "positive" || value > 0)),
    );
    expect([behind, (paired ? pairedRows(matching, paired) : matching).length]).toEqual([behind, said]);
  }
  const [{ behind } = { behind: {} }] = sides;
  const named = alternatives((behind as { configuration?: string }).configuration ?? "");
  expect(named.filter((name) => rows.some((row) => configurationName(row) === name))).toHaveLength(2);
});
