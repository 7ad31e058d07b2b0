import { z } from "zod";
import { makeRandom } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import type { FactorialConfig } from "../../record/config/factors/cells.ts";
import { aliasNames } from "../../record/config/factors/fraction.ts";
import { factor as factorField, numberOrNull } from "../../record/domain/fields.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import { type FactorGroups, factorGroups } from "./factor-groups.ts";
import { COMPARED_METRICS, maxTField, maxTOfPairs, pairedTestSchema, pairedValues } from "./paired-values.ts";

/** A pair of levels of one factor. */
export const levelPairSchema = pairedTestSchema.extend({
  max_tp: maxTField.optional(),
  configurations: z.array(z.string()).optional().describe("that are compared, where the levels' names do not say it"),
});

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
          configurations: z
            .array(z.string())
            .optional()
            .describe("that the mean is over, where a level's name does not say it"),
        }),
      ),
      pairs: z.array(levelPairSchema),
      aliases: z
        .array(z.string())
        .optional()
        .describe("of a fraction: effects of up to two other factors that cannot be told from this one's"),
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
  compute: ({ executions, config }) => compareFactors(executions, config),
});

/**
 * Per metric, the mean of each level of each factor over the other factors, and every pair of levels of one
 * factor tested over scenarios. Holm's correction runs over all pairs of a metric, all factors together, max-T's beside it.
 */
export function compareFactors(executions: readonly ScoredExecution[], config: FactorialConfig): FactorEffects[] {
  const groups = factorGroups(executions, config);
  return COMPARED_METRICS.map((metric) => {
    const effects = groups.map((group) => ({
      factor: group.factor,
      levels: group.levels.map((level) => levelOf(group, level, metric)),
      pairs: pairsOf(group, metric),
      ...aliased(config, group.factor),
    }));
    const all = effects.flatMap(({ pairs }) => pairs);
    const byHolm = holm(all.map(({ p }) => p));
    const byMaxT = maxTOfPairs(
      all.map(({ paired }) => paired),
      makeRandom("factors", metric),
    );
    let place = 0;
    const corrected = effects.map(({ pairs, ...factor }) => ({
      ...factor,
      pairs: pairs.map(({ paired: _, ...pair }) => {
        const at = place++;
        return { ...pair, holm_p: byHolm[at] ?? null, max_tp: byMaxT?.[at] ?? null };
      }),
    }));
    return { metric, factors: corrected };
  });
}

function aliased({ design }: FactorialConfig, factor: string): { aliases?: string[] } {
  const aliases = aliasNames(design?.fraction, factor);
  return aliases.length === 0 ? {} : { aliases };
}

function levelOf(group: FactorGroups, level: string, metric: string) {
  const configurations = group.configurationsAt(level);
  const executions = group.at(level);
  const [values = []] = pairedValues([executions], metric).values;
  return {
    level,
    mean: mean(values.filter((value) => value !== null)),
    models: [...new Set(executions.map(({ record }) => record.model))],
    ...(configurations && { configurations: [...configurations] }),
  };
}

/** Every pair of a factor's levels, tested over scenarios in configurations that are equal in all else. */
export function pairsOf({ levels, matched, matchedConfigurations }: FactorGroups, metric: string) {
  return levels.flatMap((first, at) =>
    levels.slice(at + 1).map((second) => {
      const paired = pairedValues(matched(first, second), metric);
      const { values, clusters } = paired;
      const [{ difference, n, p } = { difference: null, n: 0, p: null }] = testAllPairs(values, { clusters });
      const configurations = matchedConfigurations(first, second);
      return {
        first,
        second,
        difference,
        n,
        p,
        paired,
        ...(configurations && { configurations: [...configurations] }),
      };
    }),
  );
}
