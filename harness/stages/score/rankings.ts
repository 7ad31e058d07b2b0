import { makeRandom } from "../../../db/base/random.ts";
import { configurationName } from "../../domain/names.ts";
import type { Ranking } from "../../domain/summary.ts";
import { mean } from "../../statistics/basics/describe.ts";
import { type PairTest, testAllPairs } from "../../statistics/comparison/all-pairs.ts";
import { COMPARED_METRICS, pairedValues } from "./paired-values.ts";
import type { ScoredConfiguration } from "./summarize.ts";

const ALPHA = 0.05;

/** `metrics/rankings.json`: per metric, configurations from best to worst, which of them can be told apart, and every pair's test. */
export function rankConfigurations(configurations: readonly ScoredConfiguration[]): Ranking[] {
  return COMPARED_METRICS.map((metric) => {
    const names = configurations.map(({ configuration }) => configurationName(configuration));
    const values = pairedValues(
      configurations.map(({ executions }) => executions),
      metric,
    );
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
