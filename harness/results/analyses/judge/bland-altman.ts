import { z } from "zod";
import { makeRandom } from "../../../../base/random.ts";
import { blandAltman } from "../../../../measure/statistics/agreement/bland-altman.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { count, numberOrNull } from "../../../record/domain/fields.ts";
import { executionName } from "../../../record/domain/names.ts";
import { DIMENSIONS } from "../../../record/domain/records.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import {
  columns,
  IR_METRICS,
  pairJudges,
  pairWithIr,
  pairWithNormalisedIr,
  type RatedPair,
  ratingOf,
} from "./pairs.ts";
import { thinned } from "./thin.ts";

export const blandAltmanSchema = z
  .strictObject({
    a: z.string(),
    b: z.string(),
    n: count,
    bias: numberOrNull,
    bias_low: numberOrNull,
    bias_high: numberOrNull,
    lower: numberOrNull.describe("limits of agreement: 2.5 and 97.5 % quantiles"),
    upper: numberOrNull,
    slope: numberOrNull.describe(
      "of difference on mean; interval and p allow for executions of one scenario to depend on each other",
    ),
    slope_low: numberOrNull,
    slope_high: numberOrNull,
    slope_p: numberOrNull,
    slope_naive_p: numberOrNull.describe("the reference study's: executions treated as independent"),
    points: z
      .array(z.strictObject({ key: z.string(), mean: z.number(), difference: z.number(), complexity: z.string() }))
      .describe("of more than 2,000 pairs 2,000, chosen by a hash of their keys"),
    center: numberOrNull.optional().describe("mean of all means, where `points` are a part of them"),
  })
  .describe("Bland-Altman of a - b over pairs.");
export type BlandAltman = z.infer<typeof blandAltmanSchema>;

/** The judge's composite against each IR metric and their mean; all are on 0 to 1. */
export function compareWithIr(executions: readonly ScoredExecution[]): BlandAltman[] {
  return [
    ...IR_METRICS.map((metric) => compare("overall_score", metric, pairWithIr(executions, "overall_score", metric))),
    compare("overall_score", NORMALISED_IR, pairWithNormalisedIr(executions)),
  ];
}

/** The study sets the composite against "a normalised IR score" and gives no formula: here the mean of the metrics of its first figure. */
const NORMALISED_IR = "mean_ir";

/** Primary against calibration judge, per dimension (1 to 5) and for the composite. */
export function compareCalibration(executions: readonly ScoredExecution[]): BlandAltman[] {
  return [...DIMENSIONS, "overall_score" as const].map((rating) =>
    compare(
      `primary ${rating}`,
      `calibration ${rating}`,
      pairJudges(executions, (judgement) => ratingOf(judgement, rating)),
    ),
  );
}

function compare(a: string, b: string, pairs: readonly RatedPair[]): BlandAltman {
  const sides = columns(pairs);
  const { biasInterval, points, slopeLow, slopeHigh, slopeP, slopeNaiveP, ...result } = blandAltman(sides.a, sides.b, {
    clusters: sides.clusters,
    random: makeRandom("bland-altman", a, b),
  });
  return {
    a,
    b,
    ...result,
    bias_low: biasInterval.low,
    bias_high: biasInterval.high,
    slope_low: slopeLow,
    slope_high: slopeHigh,
    slope_p: slopeP,
    slope_naive_p: slopeNaiveP,
    ...somePoints(pairs, points),
  };
}

/** A list as long as the run is nothing that anybody draws or reads whole. */
function somePoints(
  pairs: readonly RatedPair[],
  points: readonly { mean: number; difference: number }[],
): Pick<BlandAltman, "points" | "center"> {
  const places = thinned([...points.keys()], (at) => executionName(pairs[at]!.execution.record));
  const some = places.map((at) => {
    const { record } = pairs[at]!.execution;
    return { key: executionName(record), ...points[at]!, complexity: record.complexity };
  });
  return some.length === points.length
    ? { points: some }
    : { points: some, center: mean(points.map((one) => one.mean)) };
}
