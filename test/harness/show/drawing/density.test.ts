import fc from "fast-check";
import { expect, it } from "vitest";
import { kernelDensity, quantileOf } from "../../../../harness/show/drawing/density.ts";
import { quantileSorted } from "../../../../measure/statistics/basics/describe.ts";

const values = fc
  .array(fc.double({ min: -50, max: 50, noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 60 })
  .map((some) => some.sort((a, b) => a - b));

it("quantiles are those of measure/statistics", () => {
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (sorted, q) => {
      expect(quantileOf(sorted, q)).toBeCloseTo(quantileSorted(sorted, q)!, 9);
    }),
  );
});

it("a density encloses an area of 1, but for its tails beyond two bandwidths, and is nowhere negative", () => {
  fc.assert(
    fc.property(values, (sorted) => {
      const grid = kernelDensity(sorted, 4000);
      const step = grid[1]!.x - grid[0]!.x;
      const area = grid.reduce((sum, { density }) => sum + density * step, 0);
      expect(Math.min(...grid.map(({ density }) => density))).toBeGreaterThanOrEqual(0);
      expect(area).toBeGreaterThan(0.94);
      expect(area).toBeLessThan(1.02);
    }),
    { numRuns: 40 },
  );
});

it("takes Silverman's bandwidth, 0.9737 for 1, 2, 3, 4, 10", () => {
  // As R's bw.nrd0: 0.9 min(sd, IQR / 1.34) n^-0.2.
  const width = 0.9 * Math.min(3.5355339, 2 / 1.34) * 5 ** -0.2;
  expect(width).toBeCloseTo(0.9737, 3);
  const exact = [1, 2, 3, 4, 10].reduce((sum, x) => sum + Math.exp(-0.5 * ((3 - x) / width) ** 2), 0);
  const grid = kernelDensity([1, 2, 3, 4, 10], 6001);
  const nearest = grid.reduce((a, b) => (Math.abs(a.x - 3) <= Math.abs(b.x - 3) ? a : b));
  expect(nearest.density).toBeCloseTo(exact / (5 * width * Math.sqrt(2 * Math.PI)), 3);
});

it("equal values give a narrow peak and no division by zero", () => {
  expect(kernelDensity([2, 2, 2], 8).every(({ x, density }) => Number.isFinite(x) && Number.isFinite(density))).toBe(
    true,
  );
});
