import { expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { hopkins, neighbourDistances, varianceExplained } from "../../../measure/clustering/diagnostics.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { planted } from "./groups.ts";

it("Hopkins is about a half over a round cloud of eight dimensions, near 1 over heaps, null for too few", () => {
  const of = (rows: readonly number[][], seed: number) => hopkins(rows, makeRandom("drawn", seed))!;
  const even = Array.from({ length: 20 }, (_, seed) =>
    of(planted([200, ...Array(7).fill(0)], { seed: `${seed}` }).vectors, seed),
  );
  expect(mean(even)!).toBeGreaterThan(0.4);
  expect(mean(even)!).toBeLessThan(0.62);
  expect(of(planted([60, 60, 60]).vectors, 1)).toBeGreaterThan(0.95);
  expect(hopkins(planted([19]).vectors, makeRandom("drawn", 1))).toBeNull();
});

it("components hold the share of variance that their axes have", () => {
  // Variances 4 : 1 : 0 on three axes.
  const rows = [-1, 1].flatMap((a) => [-1, 1].map((b) => [2 * a, b, 7]));
  const found = varianceExplained(rows, [1, 2, 9]);
  expect(found.map(({ components }) => components)).toEqual([1, 2]);
  expect(found.map(({ share }) => share)).toEqual([expect.closeTo(0.8, 10), expect.closeTo(1, 10)]);
});

it("neighbours are the nearest other row and one further, by quantiles over rows", () => {
  const rows = [[0], [1], [3], [7]];
  const found = neighbourDistances(rows, { distance: "euclidean", further: 2, quantiles: [0, 0.5, 1] });
  expect(found).toEqual({ nearest: [1, 1.5, 4], further: [2, 3, 6] });
});
