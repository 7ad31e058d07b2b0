import { z } from "zod";
import { grouped } from "../../base/grouped.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { mean } from "../statistics/basics/describe.ts";
import { count, numberOrNull } from "./fields.ts";

/** What configurations and factor levels are compared by. */
export const COMPARED_METRICS = ["functional_pass", "pass", "overall_score", "ndcg@10", "mrr@10", "recall@10"] as const;

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

/**
 * One value a group and scenario, `values[group][scenario]`: the mean of the group's scored executions of that scenario, null
 * without any. Scenarios are the units of comparison, in one order for all groups; one that no group has a value for is left out.
 */
export function pairedValues(groups: readonly (readonly ScoredExecution[])[], metric: string): (number | null)[][] {
  const scenarios = [...new Set(groups.flatMap((executions) => executions.map(({ scenario }) => scenario.id)))];
  const rows = groups.map((executions) => {
    const byScenario = grouped(executions, ({ scenario }) => scenario.id);
    return scenarios.map((id) => meanScore(byScenario.get(id) ?? [], metric));
  });
  const about = scenarios.map((_, at) => rows.some((row) => row[at] !== null));
  return rows.map((row) => row.filter((_, at) => about[at]));
}

function meanScore(executions: readonly ScoredExecution[], metric: string): number | null {
  return mean(executions.flatMap((execution) => scoreValue(execution, metric) ?? []));
}
