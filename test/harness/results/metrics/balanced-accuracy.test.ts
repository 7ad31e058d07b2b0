import { expect, it } from "vitest";
import type { Estimate } from "../../../../harness/record/domain/estimate.ts";
import { balancedAccuracy } from "../../../../harness/results/metrics/balanced-accuracy.ts";

const share = (mean: number | null, low: number | null, high: number | null, n = 10): Estimate => ({
  ...{ mean, low, high, n, unscored: 0 },
});
const ALL = share(1, 0.7, 1);
const NONE = share(0, 0, 0.3);

it("is .5 for who always abstains and for who never does, whatever the mix", () => {
  expect(balancedAccuracy(ALL, share(1, 0.9, 1, 38)).mean).toBe(0.5);
  expect(balancedAccuracy(NONE, share(0, 0, 0.1, 38)).mean).toBe(0.5);
  expect(balancedAccuracy(ALL, NONE).mean).toBe(1);
});

it("joins the two intervals by the root of their squared distances, within 0 and 1", () => {
  const { mean, low, high, n } = balancedAccuracy(share(0.8, 0.5, 0.9), share(0.1, 0.06, 0.5));
  expect(mean).toBeCloseTo(0.85);
  expect(low).toBeCloseTo(0.85 - 0.25); // hypot(.3, .4) / 2
  expect(high).toBeCloseTo(0.85 + Math.hypot(0.1, 0.04) / 2);
  expect(n).toBe(20);
  expect(balancedAccuracy(ALL, NONE).high).toBe(1);
});

it("is unscored where one kind of scenario has no score", () => {
  expect(balancedAccuracy(share(null, null, null, 0), NONE).mean).toBeNull();
});
