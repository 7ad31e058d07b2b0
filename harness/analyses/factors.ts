import { OWN } from "../../agent/contract.ts";
import { grouped } from "../../base/grouped.ts";
import type { FactorEffects } from "../domain/summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { mean } from "../statistics/basics/describe.ts";
import { testAllPairs } from "../statistics/comparison/all-pairs.ts";
import { holm } from "../statistics/comparison/holm.ts";
import { COMPARED_METRICS, pairedValues } from "./paired-values.ts";

const FACTORS = ["model", "workflow", "knowledge"] as const;

/**
 * `metrics/factors.json`: per metric, the mean of each level of each factor over the other two, and every pair of levels of one
 * factor tested over scenarios. Holm's correction runs over all pairs of a metric, the three factors together.
 */
export function compareFactors(all: readonly ScoredExecution[]): FactorEffects[] {
  // What is not made of the factors has no level of them.
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  return COMPARED_METRICS.map((metric) => {
    const factors = FACTORS.map((factor) => {
      const groups = grouped(executions, ({ record }) => record[factor] as string);
      const names = [...groups.keys()];
      const values = pairedValues([...groups.values()], metric);
      const levels = values.map((row, at) => ({
        level: names[at]!,
        mean: mean(row.filter((value) => value !== null)),
      }));
      const pairs = testAllPairs(values);
      return {
        factor,
        levels,
        pairs: pairs.map(({ first, second, holmP: _, ...pair }) => ({
          ...pair,
          first: names[first]!,
          second: names[second]!,
        })),
      };
    });
    const adjusted = holm(factors.flatMap(({ pairs }) => pairs.map(({ p }) => p)));
    const corrected = factors.map(({ pairs, ...factor }) => ({
      ...factor,
      pairs: pairs.map((pair) => ({ ...pair, holm_p: adjusted.shift() ?? null })),
    }));
    return { metric, factors: corrected };
  });
}
