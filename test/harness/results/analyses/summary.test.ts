import { expect, it } from "vitest";
import { cachedShare, countCutOff } from "../../../../harness/results/analyses/summary/configuration.ts";
import type { Summary } from "../../../../harness/results/analyses/summary.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import { sayCutOff } from "../../../../harness/run/start/print-summary.ts";

function shareOf(...executions: { input: number; cached?: number }[]): number | null {
  const scored = executions.map(({ input, cached }) => ({
    record: { scores: { tokens_in: { value: input, reason: null } } },
    cachedInput: cached,
  }));
  return cachedShare(scored as unknown as ScoredExecution[]);
}

it("the share of input from a cache is over the executions whose provider tells, and null where none does", () => {
  expect(shareOf({ input: 100, cached: 90 }, { input: 300, cached: 0 }, { input: 999 })).toBe(0.225);
  expect(shareOf({ input: 100 })).toBeNull();
  expect(shareOf({ input: 0, cached: 0 })).toBeNull();
});

it("answers cut off at the output limit are counted, and the executions that succeeded all the same; none is not told", () => {
  const executions = (...ends: [outcome: string, answersCutOff?: number][]) =>
    ends.map(([outcome, answersCutOff]) => ({ record: { outcome }, answersCutOff })) as unknown as ScoredExecution[];
  const told = countCutOff(executions(["success", 2], ["agent_error", 1], ["success", 0], ["success"]));
  expect(told).toEqual({ cut_off: { answers: 3, executions: 2, recovered: 1 } });
  expect(countCutOff(executions(["success", 0], ["success"]))).toEqual({});
  const summary = { configurations: [told, {}, told] } as unknown as Summary;
  expect(sayCutOff(summary)).toBe("6 answers at the output limit, in 4 executions; 2 of these succeeded all the same");
  expect(sayCutOff({ configurations: [] })).toBe("");
});
