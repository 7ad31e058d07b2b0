import { describe, expect, test } from "vitest";
import { clusteredSlope } from "../../../../measure/statistics/basics/clustered-line.ts";
import { CLUSTERED, simulateClustered } from "../../../../perf/statistics/clustered.ts";

const slope = (x: number[], y: number[], clusters: number[]) =>
  clusteredSlope(x, y, { clusters: clusters.map(String) });

describe("the slope by CR2 with Satterthwaite's degrees of freedom", () => {
  // coef_test and conf_int of R's clubSandwich 0.5.8, vcov = "CR2".
  test.each([
    [
      "clusters of one to five",
      [1, 2, 3, 2, 5, 4, 6, 7, 3, 8, 9, 1, 4, 2, 6, 5],
      [2, 1, 4, 2, 6, 4, 7, 9, 1, 8, 7, 3, 4, 1, 9, 2],
      [1, 1, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 5, 5, 6, 6],
      [
        0.972527472527472, 0.24462073413096, 1.96388023030451, 0.0595861945802547, -0.0987605470728825,
        2.04381549212783,
      ],
    ],
    [
      "clusters of two",
      [0.1, 0.5, 0.9, 0.3, 0.2, 0.8, 0.7, 0.4, 0.6, 1, 0, 0.35],
      [0.2, 0.4, 0.8, 0.1, 0.5, 0.9, 0.3, 0.4, 0.7, 0.8, 0.1, 0.6],
      [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
      [
        0.68042387060792, 0.0883126138502953, 4.15923736207869, 0.00130120259583556, 0.438886927891336,
        0.921960813324503,
      ],
    ],
    [
      "x the same within a cluster",
      [1, 1, 2, 2, 3, 3],
      [1, 3, 2, 5, 4, 9],
      [1, 1, 2, 2, 3, 3],
      [2.25, 0.433012701892218, 1, 0.121037718323677, -3.25194804360667, 7.75194804360667],
    ],
  ])("is clubSandwich's: %s", (_, x, y, clusters, expected) => {
    const { slope: b, standardError, df, p, low, high } = slope(x, y, clusters)!;
    expect([b, standardError, df, p, low, high]).toEqual(expected.map((value) => expect.closeTo(value, 10)));
  });

  test("depends neither on the order nor on the names of clusters; a constant x, or two clusters, give null", () => {
    const one = slope([1, 2, 3, 5, 8, 13], [2, 1, 4, 4, 9, 11], [1, 1, 2, 2, 3, 3])!;
    const other = slope([13, 3, 8, 1, 5, 2], [11, 4, 9, 2, 4, 1], [7, 9, 7, 4, 9, 4])!;
    expect(other.p).toBeCloseTo(one.p, 12);
    expect([slope([1, 1, 1], [1, 2, 3], [1, 2, 3]), slope([1, 2, 3, 4], [1, 2, 3, 5], [1, 1, 2, 2])]).toEqual([
      null,
      null,
    ]);
  });

  test("pairs on one line have the smallest p of a permutation of their clusters, and a level line is no slope", () => {
    expect(slope([1, 2, 3, 4], [2, 4, 6, 8], [1, 2, 3, 4])).toMatchObject({ slope: 2, p: 2 / 24 });
    expect(slope([1, 2, 3], [0.3, 0.2, 0.1], [1, 2, 3])!.p).toBeCloseTo(1 / 3, 12);
    expect(slope([1, 2, 3, 4], [5, 5, 5, 5], [1, 2, 3, 4])).toMatchObject({ slope: 0, p: 1 });
  });
});

test("where scenarios share most of the variance naive p errs in most of 200 null cases, clustered p in one in twenty", () => {
  const design = CLUSTERED.find(({ name }) => name === "14 scenarios of 18, nine tenths shared")!;
  const { line, difference, rank } = simulateClustered(design, 200);
  for (const { naive, clustered } of [line, difference, rank]) {
    expect(naive).toBeGreaterThan(0.4);
    expect(clustered).toBeLessThan(0.1); // Five standard errors above .05 would be .127.
  }
});
