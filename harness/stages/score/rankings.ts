import { grouped } from "../../../db/base/grouped.ts";
import { makeRandom } from "../../../db/base/random.ts";
import { configurationName } from "../../domain/names.ts";
import type { Ranking } from "../../domain/summary.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";
import { mean } from "../../statistics/basics/describe.ts";
import { type PairTest, testAllPairs } from "../../statistics/comparison/all-pairs.ts";
import type { ScoredConfiguration } from "./summarize.ts";

/** What configurations are ranked by. */
const METRICS = ["pass", "overall_score", "functional_pass", "ndcg@10", "mrr@10", "recall@10"] as const;
const ALPHA = 0.05;

/** `metrics/rankings.json`: per metric, configurations from best to worst, which of them can be told apart, and every pair's test. */
export function rankConfigurations(configurations: readonly ScoredConfiguration[]): Ranking[] {
  return METRICS.map((metric) => {
    const names = configurations.map(({ configuration }) => configurationName(configuration));
    const values = valuesByScenario(configurations, metric);
    const tests = testAllPairs(values, { random: makeRandom("rankings", metric) });
    const means = values.map((row) => mean(row.filter((value) => value !== null)));
    return {
      metric,
      alpha: ALPHA,
      scenarios: values[0]?.filter((value) => value !== null).length ?? 0,
      order: bands(means, tests).map(({ at, band }) => ({ configuration: names[at]!, mean: means[at]!, band })),
      pairs: tests.map(({ first, second, ...test }) => ({ first: names[first]!, second: names[second]!, ...test })),
    };
  });
}

/** One value a scenario and configuration: the mean of its scored repeats, null without any. Scenarios in one order for all. */
function valuesByScenario(configurations: readonly ScoredConfiguration[], metric: string): (number | null)[][] {
  const scenarios = [
    ...new Set(configurations.flatMap(({ executions }) => executions.map(({ scenario }) => scenario.id))),
  ];
  const rows = configurations.map(({ executions }) => {
    const byScenario = grouped(executions, ({ scenario }) => scenario.id);
    return scenarios.map((id) => meanScore(byScenario.get(id) ?? [], metric));
  });
  // A scenario that the metric is not about says nothing, and would keep the tests from sharing their patterns.
  const about = scenarios.map((_, at) => rows.some((row) => row[at] !== null));
  return rows.map((row) => row.filter((_, at) => about[at]));
}

function meanScore(executions: readonly ScoredExecution[], metric: string): number | null {
  return mean(executions.flatMap((execution) => scoreValue(execution, metric) ?? []));
}

/**
 * Best first, in bands: a band holds its best configuration and those after it that its best does not beat (Holm-corrected over
 * all pairs). Within a band the order says nothing. Configurations without a value come last, in a band of their own.
 */
function bands(means: readonly (number | null)[], tests: readonly PairTest[]): { at: number; band: number }[] {
  const beaten = new Set(
    tests.filter(({ holmP }) => holmP !== null && holmP < ALPHA).map(({ first, second }) => `${first} ${second}`),
  );
  const apart = (a: number, b: number) => beaten.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
  const height = (at: number) => means[at] ?? Number.NEGATIVE_INFINITY;
  const order = means.map((_, at) => at).sort((a, b) => height(b) - height(a) || a - b);
  let best = order[0] ?? 0;
  let band = 1;
  return order.map((at) => {
    if (apart(best, at) || (means[at] === null && means[best] !== null)) {
      best = at;
      band++;
    }
    return { at, band };
  });
}
