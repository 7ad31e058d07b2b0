import { z } from "zod";
import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import type { ModelEntry } from "../../record/config/model-schema.ts";
import { factor as factorField, numberOrNull } from "../../record/domain/fields.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import { COMPARED_METRICS, pairedTestSchema, pairedValues } from "./paired-values.ts";

const factorEffectsSchema = z.strictObject({
  metric: z.string(),
  factors: z.array(
    z.strictObject({
      factor: factorField,
      levels: z.array(
        z.strictObject({
          level: z.string(),
          mean: numberOrNull,
          models: z.array(z.string()).describe("whose executions the mean is over"),
        }),
      ),
      pairs: z.array(pairedTestSchema),
    }),
  ),
});
export type FactorEffects = z.infer<typeof factorEffectsSchema>;

export const factors = defineAnalysis({
  name: "factors",
  schema: z
    .array(factorEffectsSchema)
    .describe("Per metric, the means of each factor's levels over the other factors, and their differences."),
  needs: [],
  compares: "levels",
  compute: ({ executions, config }) => compareFactors(executions, config.models),
});

/**
 * Per metric, the mean of each level of each factor over the other factors, and every pair of levels of one
 * factor tested over scenarios. Holm's correction runs over all pairs of a metric, all factors together.
 */
export function compareFactors(executions: readonly ScoredExecution[], models: readonly ModelEntry[]): FactorEffects[] {
  return COMPARED_METRICS.map((metric) => {
    const effects = FACTORS.flatMap((factor) => {
      const groups = executionsByLevel(executions, factor, models);
      if (groups.size === 0) return [];
      const names = [...groups.keys()];
      const { values, clusters } = pairedValues([...groups.values()], metric);
      const levels = values.map((row, at) => ({
        level: names[at]!,
        mean: mean(row.filter((value) => value !== null)),
        models: [...new Set(groups.get(names[at]!)?.map(({ record }) => record.model))],
      }));
      const pairs = testAllPairs(values, { clusters });
      return [
        {
          factor,
          levels,
          pairs: pairs.map(({ first, second, holmP: _, ...pair }) => ({
            ...pair,
            first: names[first]!,
            second: names[second]!,
          })),
        },
      ];
    });
    const adjusted = holm(effects.flatMap(({ pairs }) => pairs.map(({ p }) => p)));
    const corrected = effects.map(({ pairs, ...factor }) => ({
      ...factor,
      pairs: pairs.map((pair) => ({ ...pair, holm_p: adjusted.shift() ?? null })),
    }));
    return { metric, factors: corrected };
  });
}

const FACTORS = factorField.options;
type Factor = (typeof FACTORS)[number];

/** What is not made of the factors has no level of them. Empty where a factor does not vary by design: one serving stack. */
export function executionsByLevel(
  all: readonly ScoredExecution[],
  factor: Factor,
  models: readonly ModelEntry[],
): ReadonlyMap<string, ScoredExecution[]> {
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  if (factor !== "serving") return grouped(executions, ({ record }) => record[factor] as string);
  const stacks = servingStacks(models);
  return grouped(
    executions.filter(({ record }) => stacks.has(record.model)),
    ({ record }) => stacks.get(record.model)!,
  );
}

/**
 * The serving stack of each entry that can be compared by it: of models (`same_as`) that are configured behind every stack
 * that is named for any, so that no stack's mean is over other models than another's.
 */
export function servingStacks(models: readonly ModelEntry[]): ReadonlyMap<string, string> {
  const stated = models.flatMap(({ name, facts }) =>
    facts?.same_as && facts.serving ? [{ name, model: facts.same_as, stack: facts.serving }] : [],
  );
  const byModel = grouped(stated, ({ model }) => model);
  const several = [...byModel.values()].filter((entries) => new Set(entries.map(({ stack }) => stack)).size > 1);
  const stacks = new Set(several.flat().map(({ stack }) => stack));
  const complete = several.filter((entries) => new Set(entries.map(({ stack }) => stack)).size === stacks.size);
  return new Map(complete.flat().map(({ name, stack }) => [name, stack]));
}
