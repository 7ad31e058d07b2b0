import { expect, it } from "vitest";
import { cachedShare } from "../../../../harness/results/analyses/summary/configuration.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";

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
