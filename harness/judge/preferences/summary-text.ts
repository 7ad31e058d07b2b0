import { countOf } from "../../../base/counts.ts";
import { formatInterval, formatNumber, formatP } from "../../print/format-number.ts";
import type { PreferenceSummary } from "./summarize.ts";

/** A pair's preferences in four lines; `undecided` says what became of those that chose neither. */
export function sayPreferences(
  { a, b }: { a: string; b: string },
  { wins, losses, preference, low, high, scenarios, p }: PreferenceSummary,
  undecided: string,
): string {
  return [
    `${a}  preferred ${wins}`,
    `${b}  preferred ${losses}`,
    undecided,
    `preference for the first, -1 to 1: ${formatNumber(preference)} (${formatInterval(low, high)}), ${countOf(scenarios, "scenario")}, sign test p ${formatP(p)}`,
  ].join("\n");
}

/** Of a judge, who is asked in both orders. */
export function sayUndecided({ ties, followedPlace, blocked }: PreferenceSummary): string {
  return `ties ${ties}, of which ${followedPlace} went with the place; ${blocked} without a choice`;
}
