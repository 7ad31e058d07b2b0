import { countOf } from "../../../base/counts.ts";
import type { Summary } from "./summary.ts";

/** How many of a run's scenarios ask for something of their own, in a sentence. */
export function distinctness(
  { scenarios, distinct_scenarios: distinct = scenarios }: Pick<Summary, "scenarios" | "distinct_scenarios">,
  isAnyAnswerable: boolean,
): string {
  if (!isAnyAnswerable) return `${countOf(scenarios, "scenario")}, none with relevant ids that two could share.`;
  return distinct === scenarios
    ? `${countOf(scenarios, "scenario")}, all distinct: no two share half of their relevant ids.`
    : `${countOf(scenarios, "scenario")}, ${distinct} distinct: each of the others begins where one of these does, or shares half of its relevant ids.`;
}
