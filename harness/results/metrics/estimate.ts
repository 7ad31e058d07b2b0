import { lazily } from "../../../base/lazily.ts";
import { makeRandom } from "../../../base/random.ts";
import type { MetricDescriptor } from "../../../measure/metrics/descriptors.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import type { Range } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { bootstrapMeanInterval, type Interval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import type { Estimate } from "../../record/domain/estimate.ts";
import { isNotApplicable } from "./execution/metric.ts";
import { EXECUTION_METRIC_NAMES, EXECUTION_METRICS } from "./execution/registry.ts";
import { type ScoredExecution, scoreOf } from "./scored-execution.ts";
import { areUneven, cellMeans } from "./uneven-repeats.ts";

/**
 * Mean of a metric over executions with its 95 % interval, clusters of scenarios being the sample (`scenarios/set/clusters.ts`): by the range of the
 * metric where it has one (`boundedMeanInterval`), so that it has a width at the ceiling too; otherwise the percentile bootstrap of whole clusters, which `name` seeds.
 * Executions that the metric is not about count neither as scored nor as unscored. Where some configurations were executed more often
 * than others the mean is of the means of each configuration and scenario, so that each counts once; `n` is of executions all the same.
 */
export function estimateMean(executions: readonly ScoredExecution[], metric: string, name: string): Estimate {
  const values: number[] = [];
  const clusters: string[] = [];
  let unscored = 0;
  for (const { record, scenario } of executions) {
    const score = scoreOf(record, metric);
    if (score.value === null) unscored += isNotApplicable(score.reason) ? 0 : 1;
    else {
      values.push(score.value);
      clusters.push(clusterOf(scenario));
    }
  }
  const sample = { unscored, range: rangeOf(metric), seed: ["estimate", name, metric] };
  if (!areUneven(executions)) return estimateValues({ ...sample, values, clusters });
  const means = cellMeans(executions, ({ record }) => scoreOf(record, metric).value);
  const ofCells = { values: means.map(({ value }) => value), clusters: means.map(({ of }) => clusterOf(of.scenario)) };
  return { ...estimateValues({ ...sample, ...ofCells }), n: values.length };
}

/** Every metric's, by name; each when it is asked for. */
export function estimateMetrics(executions: readonly ScoredExecution[], name: string): Record<string, Estimate> {
  return lazily(
    Object.fromEntries(EXECUTION_METRIC_NAMES.map((metric) => [metric, () => estimateMean(executions, metric, name)])),
  );
}

interface Sample {
  values: readonly number[];
  /** The cluster of each value: its scenario, or the first of those that tell of each other. */
  clusters: readonly string[];
  unscored: number;
  /** Smallest and largest value that there can be; null where one has no end. */
  range: Range | null;
  seed: readonly string[];
}

/** The same for values that are no metric of an execution. */
export function estimateValues({ unscored, ...sample }: Sample): Estimate {
  return { mean: mean(sample.values), ...interval(sample), n: sample.values.length, unscored };
}

export const SHARE: Range = { low: 0, high: 1 };

const RANGES: Readonly<Record<MetricDescriptor["unit"], Range | null>> = {
  share: SHARE,
  binary: SHARE,
  cosine: { low: -1, high: 1 },
  likert: { low: 1, high: 5 },
  count: null,
  tokens: null,
};

const UNITS = new Map(EXECUTION_METRICS.map(({ name, unit }) => [name, unit]));

function rangeOf(metric: string): Range | null {
  const unit = UNITS.get(metric);
  return unit === undefined ? null : RANGES[unit];
}

function interval({ values, clusters, range, seed }: Omit<Sample, "unscored">): Interval & { doubted?: true } {
  if (range !== null) return knownInterval(values, clusters, range);
  const limits = bootstrapMeanInterval(values, { clusters, random: makeRandom(...seed) });
  return limits.low === null ? limits : { ...limits, doubted: true };
}

/** Of at most so many values, and so many at once: larger samples hardly repeat, and their keys take memory. */
const REPEATING = { values: 200, kept: 2000 };
/** Tables, groups and metrics share their samples (of 3,600 of a small run 500 differ), and a limit takes a hundred integrals. */
const known = new Map<string, Interval>();

function knownInterval(values: readonly number[], clusters: readonly string[], range: Range): Interval {
  const compute = () => boundedMeanInterval(values, { clusters, range });
  if (values.length > REPEATING.values) return compute();
  const key = JSON.stringify([range.low, range.high, values, clusters]);
  const before = known.get(key);
  if (before) return { ...before };
  if (known.size === REPEATING.kept) known.clear();
  const interval = compute();
  known.set(key, interval);
  return { ...interval };
}
