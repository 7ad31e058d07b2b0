import { valuesNeeded } from "../comparison/skewness-adjusted-t.ts";

/** Stands behind an interval that is not to be relied on. */
export const DOUBT = "†";

/** What the sign means. */
export const DOUBT_NOTE =
  "†: of a count or of tokens, which have no largest value, from too few scenarios for the 95 % to be relied on.";

/** Below this the bootstrap of counts and tokens of real runs held 92 % and not 95 (design/statistics.md, "Intervals"). */
const LEAST = 100;

/** Is the bootstrap interval of this mean not to be relied on? One value a scenario; nothing to doubt without any spread, since there is none then. */
export function isBootstrapDoubted(values: readonly number[]): boolean {
  const needed = valuesNeeded(values);
  return needed !== null && values.length < Math.max(LEAST, needed);
}
