import fc from "fast-check";
import { expect, test } from "vitest";
import { detectionScores } from "../../../../measure/statistics/selective/detection.ts";
import {
  aurc,
  aurcTrapezoid,
  coverageAt,
  excessAurc,
  riskAt,
  riskCoverage,
} from "../../../../measure/statistics/selective/risk-coverage.ts";

test("torch-uncertainty's vectors: AURC .1125 by trapezoids, .13 as mean of risks", () => {
  const curve = riskCoverage([0.9, 0.8, 0.7, 0.6, 0.8], [0, 0, 1, 1, 0]);
  expect(aurcTrapezoid(curve)).toBeCloseTo(0.1125, 12);
  expect(aurc(curve)).toBeCloseTo(0.13, 12);
  expect(riskAt(curve, 0.6)).toBe(0);
  expect(coverageAt(curve, 0.25)).toBeCloseTo(0.8, 12);
});

test("equal confidences: the order of rows does not matter; nothing beats the perfect order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 })), {
        minLength: 1,
        maxLength: 20,
      }),
      (rows) => {
        const of = (list: typeof rows) =>
          aurc(
            riskCoverage(
              list.map(([c]) => c),
              list.map(([, e]) => e),
            ),
          )!;
        const excess = excessAurc(
          rows.map(([c]) => c),
          rows.map(([, e]) => e),
        )!;
        return Math.abs(of(rows) - of([...rows].reverse())) < 1e-12 && excess > -1e-12;
      },
    ),
  );
});

test("no answers give null, and nothing predicted has no precision", () => {
  expect(aurc(riskCoverage([], []))).toBeNull();
  expect(coverageAt(riskCoverage([1], [1]), 0.5)).toBe(0);
  expect(detectionScores([false, false], [true, false])).toMatchObject({ precision: null, recall: 0, f1: 0 });
});
