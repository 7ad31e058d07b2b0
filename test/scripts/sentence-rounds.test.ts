import { describe, expect, it } from "vitest";
import { configurationName } from "../../harness/record/domain/names.ts";
import { alternatives, type Filters } from "../../harness/results/selection/filters.ts";
import type { SideKey, Target } from "../../harness/results/selection/target.ts";
import { makeFindings } from "../../harness/show/report/findings.ts";
import type { ExecutionRow } from "../../harness/show/report/site-data.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { matchesFilters, pairedRows } from "../../reports/src/components/select-rows.ts";
import { checkComparison } from "../../scripts/sentence-rounds/check-comparison.ts";
import { checkHistory } from "../../scripts/sentence-rounds/check-history.ts";
import { checkRun } from "../../scripts/sentence-rounds/check-run.ts";
import { type RandomRun, randomRun } from "../../scripts/sentence-rounds/random-run.ts";
import { CHANGES } from "../../scripts/sentence-rounds/random-sources.ts";
import { SHAPES } from "../../scripts/sentence-rounds/shapes.ts";
import { nonEmpty } from "../non-empty.ts";

/** Analysing one is most of what these tests take. */
const analysed = new Map<number, RandomRun>();
function runOf(seed: number): RandomRun {
  const run = analysed.get(seed) ?? randomRun(seed);
  analysed.set(seed, run);
  return run;
}

describe("what figures and findings say of random runs", () => {
  // `scripts/sentence-rounds.ts` reads 500.
  it.each(SHAPES.map((shape, at) => ({ shape, at })))("is true where a run is of the shape: $shape", ({ at }) => {
    expect(checkRun(at, runOf(at))).toEqual([]);
  });
});

describe("what a comparison and its gate say of two random runs", () => {
  it.each(CHANGES.map((change, at) => ({ change, at })))("is true where the change is: $change", ({ at }) => {
    expect(checkComparison(at)).toEqual([]);
  });
});

describe("what a history of two random runs says", () => {
  it.each(CHANGES.map((change, at) => ({ change, at })))("is true where the change is: $change", async ({ at }) => {
    expect(await checkHistory(at)).toEqual([]);
  });
});

/** The rows that a link selects by the page's own filters, with their numbers. */
function openedBy(behind: Target, { executions }: RandomRun) {
  const rows = executions.map(({ record }) => ({ ...record, scenario: record.scenario_id }) as unknown as ExecutionRow);
  const scores = new Map(rows.map((row, at) => [row, executions[at]!.record.scores]));
  const { metric = "", has, paired, ...filters } = behind;
  const values = (row: ExecutionRow) => alternatives(metric).map((name) => scores.get(row)![name]?.value ?? null);
  const matching = rows.filter(
    (row) =>
      matchesFilters(row, filters as Filters, {}) &&
      values(row).every((value) => value !== null && (has !== "positive" || value > 0)),
  );
  const opened = paired ? pairedRows(matching, paired as SideKey) : matching;
  return opened.map((row) => ({ row, value: values(row)[0]! }));
}

/** Mean over scenarios of what the first side has more than the second. */
function differenceOf(opened: ReturnType<typeof openedBy>, { paired, ...behind }: Target): number {
  const sides = alternatives(String(behind[paired as "model"]));
  const sideOf = (row: ExecutionRow) => (paired === "configuration" ? configurationName(row) : row[paired as "model"]);
  const meanAt = (scenario: string, side: string | undefined) =>
    mean(opened.filter(({ row }) => row.scenario === scenario && sideOf(row) === side).map(({ value }) => value))!;
  const scenarios = [...new Set(opened.map(({ row }) => row.scenario))];
  return mean(scenarios.map((scenario) => meanAt(scenario, sides[0]) - meanAt(scenario, sides[1])))!;
}

it.each(["free", "some better", "unbalanced", "stopped"] as const)(
  "a finding's number is that of the rows which its link opens, of the shape: %s",
  (shape) => {
    const run = runOf(SHAPES.indexOf(shape));
    const findings = makeFindings(run).filter(({ sides }) => sides.length > 0);
    for (const { text, small, sides } of nonEmpty(findings)) {
      const opened = sides.map(({ behind }) => openedBy(behind, run));
      expect([text, opened.map(({ length }) => length)]).toEqual([text, sides.map(({ executions }) => executions)]);
      const [first] = sides;
      if (first!.behind.paired) {
        const points = /([\d.]+) points, corrected/.exec(small);
        const told = points?.[1] ?? /([\d.]+)(?:, corrected| between)/.exec(`${text} ${small}`)?.[1];
        const scale = points ? 100 : 1;
        expect([text, Math.abs(differenceOf(opened[0]!, first!.behind)) * scale]).toEqual([
          text,
          expect.closeTo(Number(told), points ? 1 : 2),
        ]);
      } else {
        const [lost, all] = (/([\d,]+) of ([\d,]+) missed ids?/.exec(small)!.slice(1) as string[]).map((n) =>
          Number(n.replaceAll(",", "")),
        );
        const sumOf = (metric: string) =>
          sides.flatMap(({ behind }, at) => (behind.metric === metric ? opened[at]!.map(({ value }) => value) : []));
        const [reported, found] = [sumOf("retrieved_unreported"), sumOf("unretrieved_unreported")].map((values) =>
          values.reduce((sum, value) => sum + value, 0),
        );
        expect([text, reported, reported! + found!]).toEqual([text, lost, all]);
      }
    }
  },
);
