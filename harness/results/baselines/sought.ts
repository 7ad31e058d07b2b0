import { factsOf } from "../../../agent/tools/substrate-facts.ts";
import { isWithin } from "../../../db/issues/issues.ts";
import type { SearchFilter, Substrate } from "../../../db/ports/ports.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";

/** Of which records a scenario asks: test cases, or reports of faults that were filed before the one that has come in. */
export async function soughtBy({ faults }: Pick<Scenario, "faults">, substrate: Substrate): Promise<SearchFilter> {
  if (!faults) return { types: ["test_case"] };
  const issues = await factsOf(substrate).issues();
  const ids = [...issues.values()].flatMap((issue) => (isWithin(issue, { before: faults.filed }) ? [issue.id] : []));
  return { types: ["backlog_item"], ids };
}
