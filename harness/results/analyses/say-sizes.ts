import { countOf } from "../../../base/counts.ts";
import { decimal, spanOf } from "../../print/format.ts";
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

/** What it takes for any pair to differ significantly, where there is less. Scenarios of one cluster count as one. */
export function sayNeeded({ smallest_holm_p, fewest_scenarios, alpha, pairs }: Ranking): string | null {
  if (smallest_holm_p === null || fewest_scenarios === null || smallest_holm_p <= alpha) return null;
  return pairs.some(({ n }) => n >= fewest_scenarios)
    ? `${countOf(fewest_scenarios, "distinct scenario")}, and some are of one cluster`
    : countOf(fewest_scenarios, "scenario");
}

/** What so many scenarios could show: pairs need not have the same, and the spread is of those that all have. */
export function sayPower(ranking: Ranking): string {
  const { pairs, detectable, mean_ranks } = ranking;
  const needed = sayNeeded(ranking);
  if (needed !== null)
    return ` With ${spanOf(pairs.map(({ n }) => n))} scenarios a pair none could differ significantly, whatever its values: that takes ${needed}.`;
  if (!detectable?.all_pairs || !mean_ranks) return "";
  return ` With the ${countOf(mean_ranks.scenarios, "scenario")} that all have a value for, the smallest difference detectable with power 0.8 is ${decimal(detectable.all_pairs, 3)} among all pairs and ${decimal(detectable.one_pair, 3)} for one planned pair.`;
}
