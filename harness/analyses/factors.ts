import { z } from "zod";
import { OWN } from "../../agent/contract.ts";
import { grouped } from "../../base/grouped.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { mean } from "../statistics/basics/describe.ts";
import { testAllPairs } from "../statistics/comparison/all-pairs.ts";
import { holm } from "../statistics/comparison/holm.ts";
import { defineAnalysis } from "./analysis.ts";
import { factor as factorField, numberOrNull } from "./fields.ts";
import { COMPARED_METRICS, pairedTestSchema, pairedValues } from "./paired-values.ts";

const factorEffectsSchema = z.strictObject({
  metric: z.string(),
  factors: z.array(
    z.strictObject({
      factor: factorField,
      levels: z.array(z.strictObject({ level: z.string(), mean: numberOrNull })),
      pairs: z.array(pairedTestSchema),
    }),
  ),
});
export type FactorEffects = z.infer<typeof factorEffectsSchema>;

export const factors = defineAnalysis({
  name: "factors",
  schema: z
    .array(factorEffectsSchema)
    .describe("Per metric, the means of each factor's levels over the other two factors, and their differences."),
  needs: [],
  compute: ({ executions }) => compareFactors(executions),
});

/**
 * Per metric, the mean of each level of each factor over the other two, and every pair of levels of one
 * factor tested over scenarios. Holm's correction runs over all pairs of a metric, the three factors together.
 */
export function compareFactors(all: readonly ScoredExecution[]): FactorEffects[] {
  // What is not made of the factors has no level of them.
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  return COMPARED_METRICS.map((metric) => {
    const effects = factorField.options.map((factor) => {
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
    const adjusted = holm(effects.flatMap(({ pairs }) => pairs.map(({ p }) => p)));
    const corrected = effects.map(({ pairs, ...factor }) => ({
      ...factor,
      pairs: pairs.map((pair) => ({ ...pair, holm_p: adjusted.shift() ?? null })),
    }));
    return { metric, factors: corrected };
  });
}
