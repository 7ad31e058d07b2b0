import { makeRandom } from "../../../base/random.ts";
import type { JudgeAnalysis } from "../../domain/judge-summary.ts";
import type { Correlation } from "../../domain/summary.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import { clusteredSpearmanP } from "../../statistics/correlation/clustered.ts";
import { spearman, spearmanP, weightedSpearman } from "../../statistics/correlation/spearman.ts";
import { bootstrapInterval } from "../../statistics/intervals/bootstrap.ts";
import { columns, IR_METRICS, type Pair, pairWithIr, RATINGS } from "./pairs.ts";

/** Spearman's correlation of each rating with each IR metric. */
export function correlateWithIr(executions: readonly ScoredExecution[]): JudgeAnalysis["judge_ir"] {
  return RATINGS.flatMap((judge) =>
    IR_METRICS.map((metric) => ({
      judge,
      metric,
      correlation: correlate(pairWithIr(executions, judge, metric), `${judge}/${metric}`),
    })),
  );
}

/** p and interval are over scenarios: executions of one depend on each other. `naive_p` is the study's, which takes them for independent. */
function correlate(pairs: readonly Pair[], name: string): Correlation {
  const { a, b, clusters } = columns(pairs);
  const interval = bootstrapInterval({
    clusters,
    statistic: weightedSpearman(a, b),
    random: makeRandom("spearman", name),
  });
  const [p, naiveP] = [clusteredSpearmanP(a, b, clusters), spearmanP(a, b)];
  return { rho: spearman(a, b), p, naive_p: naiveP, ...interval, n: pairs.length };
}
