import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { passAtK, passHatK } from "../../../../measure/statistics/basics/pass-at-k.ts";

const choose = (n: number, k: number): number => (k === 0 ? 1 : (n * choose(n - 1, k - 1)) / k);

describe("pass@k and pass^k", () => {
  it("are the closed forms, by binomial coefficients", () => {
    for (let n = 1; n <= 12; n++)
      for (let c = 0; c <= n; c++)
        for (let k = 1; k <= n; k++) {
          const none = n - c < k ? 0 : choose(n - c, k) / choose(n, k);
          expect(passAtK(c, n, k)).toBeCloseTo(1 - none, 12);
          expect(passHatK(c, n, k)).toBeCloseTo(c < k ? 0 : choose(c, k) / choose(n, k), 12);
        }
  });

  it("are the pass rate at k = 1, and of one repeat in all", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (n, passes) => {
        const c = Math.min(passes, n);
        expect(passAtK(c, n, 1)).toBeCloseTo(c / n, 12);
        expect(passHatK(c, n, 1)).toBeCloseTo(c / n, 12);
        expect(passHatK(c, n, n)).toBe(c === n ? 1 : 0);
      }),
    );
  });

  it("are unbiased: over many samples of n = 6 their means are 1 - (1 - p)^k and p^k", () => {
    const random = makeRandom("pass at k");
    for (const p of [0.1, 0.5, 0.9]) {
      const rounds = 20_000;
      const sums = [0, 0];
      for (let round = 0; round < rounds; round++) {
        let passes = 0;
        for (let repeat = 0; repeat < 6; repeat++) passes += random() < p ? 1 : 0;
        sums[0]! += passAtK(passes, 6, 3)!;
        sums[1]! += passHatK(passes, 6, 3)!;
      }
      // Four standard errors of a share.
      expect(Math.abs(sums[0]! / rounds - (1 - (1 - p) ** 3))).toBeLessThan(0.015);
      expect(Math.abs(sums[1]! / rounds - p ** 3)).toBeLessThan(0.015);
    }
  });

  it("are no number beyond what was repeated, or of what is no count", () => {
    expect([passAtK(1, 2, 3), passHatK(1, 2, 3), passAtK(3, 2, 1), passHatK(1, 2, 0), passAtK(0.5, 2, 1)]).toEqual(
      new Array(5).fill(null),
    );
  });
});
