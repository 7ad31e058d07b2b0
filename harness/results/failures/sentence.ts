import { decimal, percent } from "../../print/format.ts";
import { blockOf } from "./failure.ts";
import type { Separation } from "./separations.ts";
import { type FeatureWords, wordsOf } from "./words.ts";

/** What holds of a cluster, in one sentence made of its separations alone. */
export function sayCluster(separations: readonly Separation[]): string {
  if (separations.length === 0) return "Nothing that was looked at separates these from the other failures.";
  const said = separations.map(sayOne).join("; ");
  return `${said[0]!.toUpperCase()}${said.slice(1)}.`;
}

function sayOne({ feature, count, of, elsewhere, difference, sure }: Separation): string {
  const share = `${wordsOf(feature)!.clause} in ${count} of ${of}`;
  if (elsewhere === null || difference === null) return share;
  const [value, low, high] = [difference.value, difference.low, difference.high].map((part) => decimal(100 * part, 0));
  return `${share} (${percent(count / of, 0)}; of the other failures ${percent(elsewhere.count / elsewhere.of, 0)}: ${value} points more, 95 % interval ${low} to ${high}${sure ? "" : ", too few scenarios to be sure"})`;
}

/** A name for a cluster until a person gives it one: what separates it most, in few words. */
export function nameCluster(separations: readonly Separation[], taken: ReadonlySet<string>): string {
  const shorts = separations.map(({ feature }) => wordsOf(feature)!.short);
  const [first = "nothing in common that was looked at", ...further] = shorts;
  let name = first;
  for (const more of further) {
    if (!taken.has(name)) return name;
    name = `${name}, ${more}`;
  }
  return name;
}

/** What an execution that broke off could not come to do: no rule of a prompt cures it. */
const NOT_REACHED = ["tools.none", "answer.empty", "ids.never_retrieved"];

/** Where to look for a cure, of what separates a cluster; each once. */
export function fixesOf(separations: readonly Separation[]): NonNullable<FeatureWords["fix"]>[] {
  const brokeOff = separations.some(({ feature }) => blockOf(feature) === "ending");
  const causes = separations.filter(({ feature }) => !(brokeOff && NOT_REACHED.includes(feature)));
  const fixes = causes.flatMap(({ feature }) => wordsOf(feature)!.fix ?? []);
  return [...new Map(fixes.map((fix) => [fix.what, fix])).values()];
}
