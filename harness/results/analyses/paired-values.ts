import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import type { Random } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { stepDownMaxT } from "../../../measure/statistics/comparison/max-t.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { count, numberOrNull } from "../../record/domain/fields.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { areUneven, cellMeans } from "../metrics/uneven-repeats.ts";

/** What configurations and factor levels are compared by. */
export const COMPARED_METRICS = ["functional_pass", "pass", "overall_score", "ndcg@10", "mrr@10", "recall@10"] as const;

export const maxTField = numberOrNull.describe(
  "p by step-down max-T over sign flips: finds more among many, for differences that are symmetric. Null where a value is missing",
);

export const pairedTestSchema = z
  .strictObject({
    first: z.string(),
    second: z.string(),
    difference: numberOrNull.describe("mean of first - second over scenarios where both have a value"),
    n: count,
    p: numberOrNull,
    holm_p: numberOrNull.describe("Holm-corrected over the pairs that the result names"),
  })
  .describe(
    "Two configurations or levels, tested on the same scenarios for a mean difference of 0 of scores from 0 to 1.",
  );
export type PairedTest = z.infer<typeof pairedTestSchema>;

export interface PairedValues {
  values: (number | null)[][];
  /** The cluster of each scenario: those of one tell of each other. */
  clusters: string[];
}

/**
 * One value a group and scenario, `values[group][scenario]`: the mean of the group's scored executions of that scenario, null
 * without any; of its configurations, where some were executed more often. Scenarios are the units of comparison, in one order for all groups; one that no group has a value for is left out.
 */
export function pairedValues(groups: readonly (readonly ScoredExecution[])[], metric: string): PairedValues {
  const all = new Map<string, Scenario>();
  const valuesOf = groups.map((executions) => {
    if (areUneven(executions)) return valuesOfCells(executions, { metric, all });
    const byScenario = new Map<string, number[]>();
    for (const execution of executions) {
      const { scenario } = execution;
      all.set(scenario.id, scenario);
      const value = scoreValue(execution, metric);
      if (value === null) continue;
      const known = byScenario.get(scenario.id);
      if (known) known.push(value);
      else byScenario.set(scenario.id, [value]);
    }
    return byScenario;
  });
  const scenarios = [...all.keys()];
  const rows = valuesOf.map((byScenario) => scenarios.map((id) => mean(byScenario.get(id) ?? [])));
  const about = scenarios.map((_, at) => rows.some((row) => row[at] !== null));
  return {
    values: rows.map((row) => row.filter((_, at) => about[at])),
    clusters: [...all.values()].filter((_, at) => about[at]).map(clusterOf),
  };
}

/**
 * p of each pair of groups, corrected over all pairs by step-down max-T (`stepDownMaxT`) on the means of clusters; null where a
 * cluster of one pair has no value, or is none of another's. Pairs need not share groups.
 */
export function maxTOfPairs(pairs: readonly PairedValues[], random: Random): readonly number[] | null {
  const differences = pairs.map((pair) => {
    const [first, second] = clusterMeans(pair) as [(number | null)[], (number | null)[]];
    const names = [...new Set(pair.clusters)];
    const of = names.map((name, at) => {
      const [a, b] = [first[at] ?? null, second[at] ?? null];
      return [name, a === null || b === null ? null : a - b] as const;
    });
    return new Map(of);
  });
  const names = [...(differences[0]?.keys() ?? [])];
  const rows = differences.map((own) => names.map((name) => own.get(name) ?? null));
  const isWhole = differences.every(({ size }) => size === names.length);
  const complete = rows.filter((row): row is number[] => row.every((value) => value !== null));
  if (names.length === 0 || !isWhole || complete.length < rows.length) return null;
  // Each against nothing at all: only pairs of levels that are compared count.
  const against = names.map(() => 0);
  return stepDownMaxT([...complete, against], { random, control: complete.length }).adjusted;
}

/** Where some configurations were executed more often each of them counts once. */
function valuesOfCells(
  executions: readonly ScoredExecution[],
  { metric, all }: { metric: string; all: Map<string, Scenario> },
): Map<string, number[]> {
  for (const { scenario } of executions) all.set(scenario.id, scenario);
  const means = cellMeans(executions, (execution) => scoreValue(execution, metric));
  return new Map(
    [...grouped(means, ({ of }) => of.scenario.id)].map(([id, own]) => [id, own.map(({ value }) => value)]),
  );
}

/** One value a group and cluster, for what takes units for independent: the mean of its scenarios, null where one of them has none. */
export function clusterMeans({ values, clusters }: PairedValues): (number | null)[][] {
  const members = [...grouped([...clusters.keys()], (at) => clusters[at]!).values()];
  return values.map((row) =>
    members.map((places) => {
      const own = places.flatMap((at) => row[at] ?? []);
      return own.length < places.length ? null : mean(own);
    }),
  );
}
