import { describe, expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { blandAltman, parametricLimits } from "../../../../measure/statistics/agreement/bland-altman.ts";
import { fitLine } from "../../../../measure/statistics/basics/regression.ts";
import { readExample } from "../../../oracles/published/data.ts";

const run = (a: readonly number[], b: readonly number[]) =>
  blandAltman(a, b, { clusters: a.map((_, i) => String(i)), random: makeRandom("test") });

test("limits are the 2.5 and 97.5 % quantiles of the differences, not normal ones", () => {
  const a = Array.from({ length: 41 }, (_, i) => i);
  const result = run(
    a,
    a.map(() => 0),
  );
  expect([result.lower, result.upper, result.bias]).toEqual([1, 39, 20]);
});

test("equal measurements have bias 0, no slope and limits 0", () => {
  const result = run([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
  expect(result).toMatchObject({ bias: 0, lower: 0, upper: 0, slope: 0, slopeP: 1 });
  expect(result.biasInterval).toEqual({ low: null, high: null });
});

test("no pairs give nulls, not zeros", () => {
  expect(run([], [])).toMatchObject({ n: 0, bias: null, lower: null, slope: null, slopeP: null });
  expect(parametricLimits([1])).toBeNull();
});

test("the line is scipy 1.17.1's linregress", () => {
  const line = fitLine([1, 2, 2, 4, 5, 5, 7, 8, 9, 10], [2, 1, 3, 3, 5, 7, 6, 6, 10, 9])!;
  expect(line.slope).toBeCloseTo(0.8671963677639046, 13);
  expect(line.intercept).toBeCloseTo(0.6038592508513059, 13);
  expect(line.p).toBeCloseTo(0.00023231060190382838, 13);
});

describe("Bland & Altman 1986", () => {
  test("peak flow: limits with 2 sd as in the paper, and their intervals", () => {
    const { data, expected_recomputed: expected } = readExample<PeakFlow>("bland_altman_1986_pefr");
    const differences = data.wright_first!.map((value, i) => value - data.mini_first![i]!);
    const limits = parametricLimits(differences, 2)!;
    expect(limits.bias.value).toBeCloseTo(expected.bias, 10);
    expect(limits.sd).toBeCloseTo(expected.sd, 10);
    expect([limits.lower.value, limits.upper.value]).toEqual(expected.loa_2sd.map((value) => expect.closeTo(value, 9)));
    expect([limits.bias.low, limits.bias.high]).toEqual(expected.bias_ci95.map((value) => expect.closeTo(value, 9)));
    expect([limits.lower.low, limits.lower.high]).toEqual(
      expected.lower_limit_ci95.map((value) => expect.closeTo(value, 9)),
    );
    expect([limits.upper.low, limits.upper.high]).toEqual(
      expected.upper_limit_ci95.map((value) => expect.closeTo(value, 9)),
    );
  });
});

interface PeakFlow {
  data: Record<string, number[]>;
  expected_recomputed: {
    bias: number;
    sd: number;
    loa_2sd: number[];
    bias_ci95: number[];
    lower_limit_ci95: number[];
    upper_limit_ci95: number[];
  };
}
