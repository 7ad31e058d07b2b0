import { makeRandom } from "../../db/base/random.ts";
import type { Estimate } from "../domain/summary.ts";
import { bootstrapMeanInterval, type Interval } from "../statistics/bootstrap.ts";
import { mean } from "../statistics/describe.ts";
import { wilsonInterval } from "../statistics/wilson.ts";
import { isNotApplicable } from "./execution/metric.ts";
import { type ScoredExecution, scoreOf } from "./scored-execution.ts";

/**
 * Mean of a metric over executions with its 95 % interval: Wilson's where all values are 0 or 1 and each scenario gives
 * one, otherwise the percentile bootstrap with whole scenarios resampled. `name` seeds it, so that equal runs agree.
 * Executions that the metric is not about count neither as scored nor as unscored.
 */
export function estimateMean(executions: readonly ScoredExecution[], metric: string, name: string): Estimate {
  const values: number[] = [];
  const clusters: string[] = [];
  let unscored = 0;
  for (const { record } of executions) {
    const score = scoreOf(record, metric);
    if (score.value === null) unscored += isNotApplicable(score.reason) ? 0 : 1;
    else {
      values.push(score.value);
      clusters.push(record.scenario_id);
    }
  }
  return { mean: mean(values), ...interval(values, clusters, `${name}/${metric}`), n: values.length, unscored };
}

function interval(values: readonly number[], clusters: readonly string[], seed: string): Interval {
  const isProportion = values.every((value) => value === 0 || value === 1);
  if (isProportion && new Set(clusters).size === clusters.length) {
    const successes = values.filter((value) => value === 1).length;
    return wilsonInterval(successes, values.length) ?? { low: null, high: null };
  }
  return bootstrapMeanInterval(values, { clusters, random: makeRandom("estimate", seed) });
}
