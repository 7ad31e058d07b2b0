import { countOf } from "../../../base/counts.ts";
import { count, decimal, spanOf } from "../../print/format.ts";
import type { Ranking } from "./rankings.ts";
import type { Summary } from "./summary.ts";

/** Where not every configuration was executed on everything. */
export function sayUnequal(configurations: readonly Pick<Summary["configurations"][number], "outcomes">[]): string {
  const ran = configurations.map(({ outcomes }) => {
    const { success, timeout, agent_error, cascaded_failure } = outcomes;
    return success + timeout + agent_error + cascaded_failure;
  });
  return new Set(ran).size > 1 ? `, of which ${spanOf(ran)} ran of each configuration` : "";
}

/** What so many scenarios could show: pairs need not have the same, and the spread is of those that all have. */
export function sayPower({ smallest_holm_p, fewest_scenarios, alpha, pairs, detectable, mean_ranks }: Ranking): string {
  if (smallest_holm_p !== null && smallest_holm_p > alpha)
    return ` With ${spanOf(pairs.map(({ n }) => n))} scenarios a pair none could differ significantly, whatever its values: that takes ${count(fewest_scenarios)}.`;
  if (!detectable?.all_pairs || !mean_ranks) return "";
  return ` With the ${countOf(mean_ranks.scenarios, "scenario")} that all have a value for, the smallest difference detectable with power 0.8 is ${decimal(detectable.all_pairs, 3)} among all pairs and ${decimal(detectable.one_pair, 3)} for one planned pair.`;
}
