import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialCdf } from "../../../../measure/statistics/basics/distributions.ts";
import { exponentialSumAbove } from "../../../../measure/statistics/basics/exponential-sum.ts";

test("of k + 1 coefficients 1 - m and n - k coefficients -m it is the binomial tail, to eleven digits of the smallest", () => {
  for (const n of [1, 2, 6, 38, 500])
    for (const k of [0, Math.floor(n / 3), n - 1])
      for (const m of [0.001, 0.05, 0.5, 0.95]) {
        const coefficients = Float64Array.from({ length: n + 1 }, (_, i) => (i <= k ? 1 - m : -m));
        const expected = binomialCdf(k, n, m);
        if (expected < 1e-200) continue;
        expect(exponentialSumAbove(coefficients) / expected, `${k} of ${n} at ${m}`).toBeCloseTo(1, 9);
      }
});

test("different coefficients: the partial fractions of the density", () => {
  const a = [1, 0.3, -0.2, -0.5, -0.9, -0.11];
  const terms = a.map((x) => (x > 0 ? a.reduce((product, z) => (z === x ? product : (product * x) / (x - z)), 1) : 0));
  const expected = terms.reduce((sum, term) => sum + term, 0);
  expect(exponentialSumAbove(Float64Array.from(a))).toBeCloseTo(expected, 13);
});

test("a far tail keeps its digits: one of 1 against fifty of -1/2 is 1.5^-50", () => {
  const coefficients = Float64Array.of(1, ...new Array<number>(50).fill(-0.5));
  expect(exponentialSumAbove(coefficients) * 1.5 ** 50).toBeCloseTo(1, 10);
});

test("it is 0 or 1 where the sign is sure, and with the opposite coefficients the rest to 1", () => {
  expect(exponentialSumAbove(Float64Array.of(0, -1))).toBe(0);
  expect(exponentialSumAbove(Float64Array.of(0, 1))).toBe(1);
  const coefficient = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(coefficient, { minLength: 2, maxLength: 60 }), (values) => {
      fc.pre(values.some((value) => value > 1e-6) && values.some((value) => value < -1e-6));
      const both = [1, -1].map((sign) => exponentialSumAbove(Float64Array.from(values, (value) => sign * value)));
      expect(both[0]! + both[1]!).toBeCloseTo(1, 11);
    }),
  );
});
