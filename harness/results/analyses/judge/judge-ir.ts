import { z } from "zod";
import { makeRandom } from "../../../../base/random.ts";
import { clusteredSpearmanP } from "../../../../measure/statistics/correlation/clustered.ts";
import { spearman, spearmanP, weightedSpearman } from "../../../../measure/statistics/correlation/spearman.ts";
import { pairedBootstrapInterval } from "../../../../measure/statistics/intervals/paired-bootstrap-interval.ts";
import { count, interval, numberOrNull } from "../../../record/domain/fields.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import { columns, IR_METRICS, pairWithIr, RATINGS, type RatedPair } from "./pairs.ts";

const correlationSchema = z.strictObject({
  rho: numberOrNull,
  p: numberOrNull.describe(
    "allows for executions of one scenario to depend on each other; the interval resamples scenarios",
  ),
  naive_p: numberOrNull.describe("the reference study's: executions treated as independent"),
  ...interval,
  n: count,
});
export type Correlation = z.infer<typeof correlationSchema>;

export const judgeIrSchema = z.strictObject({
  judge: z.enum(RATINGS),
  metric: z.string(),
  correlation: correlationSchema,
});

/** Spearman's correlation of each rating with each IR metric. */
export function correlateWithIr(executions: readonly ScoredExecution[]): z.infer<typeof judgeIrSchema>[] {
  return RATINGS.flatMap((judge) =>
    IR_METRICS.map((metric) => ({
      judge,
      metric,
      correlation: correlate(pairWithIr(executions, judge, metric), `${judge}/${metric}`),
    })),
  );
}

function correlate(pairs: readonly RatedPair[], name: string): Correlation {
  const { a, b, clusters } = columns(pairs);
  const random = makeRandom("spearman", name);
  const interval = pairedBootstrapInterval({ a, b, clusters }, { statistic: weightedSpearman, counts: false, random });
  const [p, naiveP] = [clusteredSpearmanP(a, b, clusters), spearmanP(a, b)];
  return { rho: spearman(a, b), p, naive_p: naiveP, ...interval, n: pairs.length };
}
