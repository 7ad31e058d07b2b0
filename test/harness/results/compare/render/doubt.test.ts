import { expect, test } from "vitest";
import { makeRandom } from "../../../../../base/random.ts";
import type { MetricComparison } from "../../../../../harness/results/compare/metric-comparison.ts";
import { showInterval } from "../../../../../harness/results/compare/render/format.ts";
import { observe, testChange } from "../../../../../harness/results/compare/test-of-change.ts";

test("an interval without a known range carries a sign; by its range it carries none", () => {
  const changes = Array.from({ length: 30 }, (_, i) => (i % 3) / 10);
  const sample = observe(
    changes,
    changes.map((_, i) => String(i)),
  );
  const of = (largestChange: number | null, symmetric = false) =>
    testChange(
      sample,
      { largest_change: largestChange, symmetric, level: 0.05, corrected: 0.05, alpha: 0.05 },
      makeRandom("doubt"),
    );
  expect([of(null).doubted, of(1).doubted, of(null, true).doubted]).toEqual([true, undefined, undefined]);
  const row = { low: -1, high: 2, unit: "count" } as MetricComparison;
  expect(showInterval({ ...row, doubted: true }, ", ")).toBe("-1.0, +2.0†");
  expect(showInterval(row, ", ")).toBe("-1.0, +2.0");
});
