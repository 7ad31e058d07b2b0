import fc from "fast-check";
import { expect, it } from "vitest";
import { portableExp, portableLog } from "../../base/portable-math.ts";

const near = (found: number, expected: number) => Math.abs(found - expected) <= 5e-16 * Math.max(1, Math.abs(expected));

it("logarithms and exponentials are those of Math, but for the last bits", () => {
  fc.assert(fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => near(portableLog(x), Math.log(x))));
  fc.assert(fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => near(portableExp(x) / Math.exp(x), 1)));
  expect([1, 2, 1024, Math.E].map(portableLog)).toEqual([0, Math.LN2, 10 * Math.LN2, 1]);
  expect(portableExp(0)).toBe(1);
  expect(near(portableExp(1), Math.E)).toBe(true);
});

it("have the limits of Math's", () => {
  const odd = [0, -1, Number.NaN, Number.POSITIVE_INFINITY];
  expect(odd.map(portableLog)).toEqual(odd.map(Math.log));
  const far = [800, -800, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  expect(far.map(portableExp)).toEqual(far.map(Math.exp));
  expect(portableLog(5e-324)).toBeCloseTo(Math.log(5e-324), 10);
});
