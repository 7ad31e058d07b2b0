import { makeRandom } from "../../../base/random.ts";
import { executionName } from "../../domain/names.ts";
import { DIMENSIONS } from "../../domain/records.ts";
import type { BlandAltman } from "../../domain/summary.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import { blandAltman } from "../../statistics/agreement/bland-altman.ts";
import { columns, IR_METRICS, type Pair, pairJudges, pairWithIr, ratingOf } from "./pairs.ts";

/** The judge's composite against each IR metric; both are on 0 to 1. */
export function compareWithIr(executions: readonly ScoredExecution[]): BlandAltman[] {
  return IR_METRICS.map((metric) => compare("overall_score", metric, pairWithIr(executions, "overall_score", metric)));
}

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

function compare(a: string, b: string, pairs: readonly Pair[]): BlandAltman {
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
    points: points.map((point, index) => {
      const { record } = pairs[index]!.execution;
      return { key: executionName(record), ...point, complexity: record.complexity };
    }),
  };
}
