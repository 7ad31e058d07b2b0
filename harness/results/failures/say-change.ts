import { countOf } from "../../../base/counts.ts";
import { decimal, signed } from "../../print/format.ts";
import type { FailureComparison, GroupChange } from "./compare-failures.ts";

/** What became of failures, in one line: for a pull request. Null where nothing failed on either side. */
export function sayFailureChange({
  failed,
  new_failures,
  gone_failures,
  groups,
  second,
}: FailureComparison): string | null {
  if (failed.baseline + failed.candidate === 0) return null;
  const counts = `${countOf(new_failures, "new failure")}, ${gone_failures} gone`;
  if (groups === null) return `${counts}; too few to group.`;
  const [most] = groups;
  const where =
    most && most.new_failures > 0
      ? `; ${most.new_failures} of ${new_failures} new ones are "${most.name}" (${most.id})`
      : "";
  const changed = groups.filter((group) => group.changed);
  const told = changed.map((group) => sayGroupChange(group, second !== null)).join("; ");
  const over = `Holm over ${countOf(groups.length, "group")}`;
  return `${counts}${where}. ${changed.length === 0 ? `No group's share of executions changed beyond chance (${over}).` : `Changed (${over}): ${told}.`}`;
}

function sayGroupChange(
  { id, name, difference, adjusted_p, only, confirmed }: GroupChange,
  hasSecond: boolean,
): string {
  const kind = only === "candidate" ? ", a new group" : only === "baseline" ? ", gone" : "";
  const again = hasSecond ? (confirmed ? ", confirmed on the second run" : ", not confirmed on the second run") : "";
  return `${id} "${name}"${kind} ${sayPoints(difference)} (p ${sayP(adjusted_p)}${again})`;
}

/** `+4.2 points` of executions. */
export function sayPoints(difference: number): string {
  return `${signed(100 * difference, 1)} points`;
}

export function sayP(p: number): string {
  return p < 0.001 ? "< .001" : `= ${decimal(p, 3).replace(/^0/, "")}`;
}
