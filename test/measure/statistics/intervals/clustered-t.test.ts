import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { pairedT } from "../../../../measure/statistics/comparison/paired-t.ts";
import { clusteredTInterval } from "../../../../measure/statistics/intervals/clustered-t.ts";

const VALUES = [0.25, -0.5, 0, 0, 0.75, 0.25, -0.25, 1, 0, 0.5];

describe("clusteredTInterval", () => {
  it("is that of the paired t test where each value is its own cluster", () => {
    const { low, high } = pairedT(VALUES)!;
    const interval = clusteredTInterval(VALUES);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it("is that of the means of clusters of equal size", () => {
    const clusters = VALUES.map((_, at) => String(Math.floor(at / 2)));
    const means = [0, 2, 4, 6, 8].map((at) => (VALUES[at]! + VALUES[at + 1]!) / 2);
    const { low, high } = pairedT(means)!;
    const interval = clusteredTInterval(VALUES, { clusters });
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it("gets no narrower by what is counted twice", () => {
    const single = clusteredTInterval(VALUES);
    const twice = clusteredTInterval([...VALUES, ...VALUES], {
      clusters: [...VALUES.keys(), ...VALUES.keys()].map(String),
    });
    expect(twice.low).toBeCloseTo(single.low!, 12);
    expect(twice.high).toBeCloseTo(single.high!, 12);
  });

  it("holds the mean in 95 % of samples of clusters of one to three", () => {
    const random = makeRandom("clustered-t");
    const runs = 2000;
    let held = 0;
    for (let run = 0; run < runs; run++) {
      const own = Array.from({ length: 40 }, (_, cluster) => {
        const [shared, size] = [random() - 0.5, 1 + Math.floor(3 * random())];
        return Array.from({ length: size }, () => ({ cluster: String(cluster), value: shared + random() - 0.5 }));
      }).flat();
      const { low, high } = clusteredTInterval(
        own.map(({ value }) => value),
        { clusters: own.map(({ cluster }) => cluster) },
      );
      if (low! <= 0 && 0 <= high!) held++;
    }
    expect(held / runs).toBeGreaterThan(0.935);
    expect(held / runs).toBeLessThan(0.96);
  });

  it("is null without two clusters that differ", () => {
    expect(clusteredTInterval([])).toEqual({ low: null, high: null });
    expect(clusteredTInterval([0.1, 0.3], { clusters: ["a", "a"] })).toEqual({ low: null, high: null });
    expect(clusteredTInterval([0, 0, 0])).toEqual({ low: null, high: null });
  });
});
