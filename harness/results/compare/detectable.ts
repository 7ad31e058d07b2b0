import type { MetricComparison } from "./metric-comparison.ts";
import { detectableChange, scenariosFor } from "./test-of-change.ts";

/** Smallest mean change that a comparison finds with this probability, 4 times in 5 unless said; null: none. */
export function detectableBy(row: MetricComparison, power?: number): number | null {
  if (row.spread === null) return null;
  const { spread, distinct, alpha, largest_change: most } = row;
  const found = detectableChange({ ...designOf(row), spread, scenarios: distinct, alpha }, power);
  // An observation of a cluster goes further than the mean over scenarios can.
  return found !== null && most !== null && found > most ? null : found;
}

/** Scenarios like these, with as many that tell of each other, that would show a change; null: more than `MOST_SCENARIOS` distinct ones. */
export function scenariosLike(row: MetricComparison, change: number): number | null {
  if (row.spread === null) return null;
  const { spread, alpha } = row;
  const distinct = scenariosFor(change, { ...designOf(row), spread, alpha });
  return distinct === null ? null : Math.ceil((distinct * row.scenarios) / row.distinct);
}

/** An observation holds as much as the largest cluster could. */
function designOf({ test, largest_change, largest_cluster, distinct, scenarios, pass_or_fail }: MetricComparison) {
  const most = (largest_cluster * distinct) / scenarios;
  return {
    test,
    largest_change: largest_change === null ? null : largest_change * most,
    passOrFail: pass_or_fail === true,
  };
}
