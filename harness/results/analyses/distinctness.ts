import { countOf } from "../../../base/counts.ts";
import type { Summary } from "./summary.ts";

/** How many of a run's scenarios ask for something of their own, in a sentence; of one there is nothing to say. */
export function distinctness(
  { scenarios, distinct_scenarios: distinct = scenarios }: Pick<Summary, "scenarios" | "distinct_scenarios">,
  isAnyAnswerable: boolean,
): string {
  if (!isAnyAnswerable) return `${countOf(scenarios, "scenario")}, none with relevant ids that two could share.`;
  if (scenarios === 1) return "";
  return distinct === scenarios
    ? `${countOf(scenarios, "scenario")}, all distinct: no two share half of their relevant ids.`
    : `${countOf(scenarios, "scenario")}, ${distinct} distinct: each of the others begins where one of these does, or shares half of its relevant ids.`;
}
