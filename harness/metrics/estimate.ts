import { makeRandom } from "../../db/base/random.ts";
import type { Estimate } from "../domain/summary.ts";
import { mean } from "../statistics/basics/describe.ts";
import { bootstrapMeanInterval, type Interval } from "../statistics/intervals/bootstrap.ts";
import { wilsonInterval } from "../statistics/intervals/wilson.ts";
import { isNotApplicable } from "./execution/metric.ts";
import { EXECUTION_METRICS } from "./execution/registry.ts";
import { type ScoredExecution, scoreOf } from "./scored-execution.ts";

/**
 * Mean of a metric over executions with its 95 % interval: Wilson's where the metric is 0 or 1 and each scenario gives
 * one value, otherwise the percentile bootstrap with whole scenarios resampled. `name` seeds it, so that equal runs agree.
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
  return estimateValues({ values, clusters, unscored, binary: BINARY.has(metric), seed: ["estimate", name, metric] });
}

interface Sample {
  values: readonly number[];
  /** The scenario of each value. */
  clusters: readonly string[];
  unscored: number;
  binary: boolean;
  seed: readonly string[];
}

/** The same for values that are no metric of an execution. */
export function estimateValues({ unscored, ...sample }: Sample): Estimate {
  return { mean: mean(sample.values), ...interval(sample), n: sample.values.length, unscored };
}

const BINARY = new Set(EXECUTION_METRICS.filter(({ unit }) => unit === "binary").map((metric) => metric.name));

function interval({ values, clusters, binary, seed }: Omit<Sample, "unscored">): Interval {
  if (binary && new Set(clusters).size === clusters.length) {
    const successes = values.filter((value) => value === 1).length;
    return wilsonInterval(successes, values.length) ?? { low: null, high: null };
  }
  return bootstrapMeanInterval(values, { clusters, random: makeRandom(...seed) });
}
