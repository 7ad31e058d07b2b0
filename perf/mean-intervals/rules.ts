import type { Random } from "../../base/random.ts";
import { exponentialSumAbove } from "../../measure/statistics/basics/exponential-sum.ts";
import { valuesNeeded } from "../../measure/statistics/comparison/skewness-adjusted-t.ts";
import { bootstrapMeanInterval } from "../../measure/statistics/intervals/bootstrap.ts";

/** Does the 95 % interval of this sample hold the mean? Null where there is none. */
export type IntervalRule = (sample: readonly number[], mean: number, random: Random) => boolean | null;

/** Of `boundedMeanInterval`: the mean is held where neither side's probability is below 2.5 %, so nothing need be inverted. */
export const SHARE_RULES: Readonly<Record<string, IntervalRule>> = {
  "on average": (sample, mean) => holds(sample, mean, "on average"),
  "at least": (sample, mean) => holds(sample, mean, "at least"),
  "at least where skewed, else on average": (sample, mean) =>
    holds(sample, mean, sample.length < (valuesNeeded(sample) ?? Infinity) ? "at least" : "on average"),
};

export const COUNT_RULES: Readonly<Record<string, IntervalRule>> = {
  bootstrap: bootstrapHolds,
};

function holds(sample: readonly number[], mean: number, coverage: "on average" | "at least"): boolean {
  const beyond = (side: 1 | -1, end: number) =>
    exponentialSumAbove(Float64Array.of(...sample.map((value) => side * (value - mean)), side * (end - mean)));
  return ([1, -1] as const).every((side) => {
    const [far, near] = side === 1 ? [1, 0] : [0, 1];
    const p = coverage === "at least" ? beyond(side, far) : (beyond(side, far) + beyond(side, near)) / 2;
    return p >= 0.025;
  });
}

function bootstrapHolds(sample: readonly number[], mean: number, random: Random): boolean | null {
  const clusters = sample.map((_, i) => String(i));
  const { low, high } = bootstrapMeanInterval(sample, { clusters, random, resamples: 500 });
  return low === null || high === null ? null : low <= mean && mean <= high;
}
