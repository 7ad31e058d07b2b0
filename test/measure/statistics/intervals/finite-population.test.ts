import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../../base/random.ts";
import { finitePopulationInterval } from "../../../../measure/statistics/intervals/finite-population.ts";
import { nonEmpty } from "../../../non-empty.ts";

describe("how many of a finite population are marked", () => {
  // (1 - 10/100)...: 0 of 10 has a chance of C(75, 10) / C(100, 10) = .0479 and C(70, 10) / C(100, 10) = .0229 where 25 and 30 are marked.
  it("0 of 10 out of 100: all numbers by which that has a chance of more than half the error", () => {
    const none = (count: number) =>
      Array.from({ length: 10 }, (_, i) => (100 - count - i) / (100 - i)).reduce((a, b) => a * b);
    const { low, high } = finitePopulationInterval({ population: 100, sample: 10, marked: 0 });
    expect(low).toBe(0);
    expect(none(high)).toBeGreaterThan(0.025);
    expect(none(high + 1)).toBeLessThanOrEqual(0.025);
  });

  it("a sample of all gives the number itself, a sample of none all numbers", () => {
    expect(finitePopulationInterval({ population: 7, sample: 7, marked: 3 })).toEqual({ low: 3, high: 3 });
    expect(finitePopulationInterval({ population: 7, sample: 0, marked: 0 })).toEqual({ low: 0, high: 7 });
  });

  it("covers in 95 of 100 draws and more, whatever the number", () => {
    const random = makeRandom("finite population");
    for (const count of nonEmpty([0, 1, 3, 10, 20, 39, 40])) {
      const covered = Array.from({ length: 200 }, () => {
        const marked = shuffle(
          random,
          Array.from({ length: 40 }, (_, at) => at),
        )
          .slice(0, 15)
          .filter((at) => at < count);
        const { low, high } = finitePopulationInterval({ population: 40, sample: 15, marked: marked.length });
        return low <= count && count <= high;
      });
      expect(covered.filter(Boolean).length).toBeGreaterThanOrEqual(185);
    }
  });

  it("refuses a sample larger than its population", () => {
    expect(() => finitePopulationInterval({ population: 3, sample: 4, marked: 0 })).toThrow(RangeError);
  });
});
