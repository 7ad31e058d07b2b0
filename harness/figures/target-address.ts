import type { Target } from "./figure.ts";
import { formatFilters } from "./filters.ts";

/** What the address of the list of executions holds besides filters. */
const MEASURE_KEYS = ["metric", "tool", "has", "reason", "paired"] as const;

/**
 * Address of the executions behind a number, mark or row, from any page of the notebook. Where a metric or tool is named and
 * nothing else is said, those that have a number of it.
 */
export function targetAddress({ id, ...target }: Target): string {
  if (id !== undefined) return `./executions.html?id=${encodeURIComponent(id.toWellFormed())}`;
  const named = target.metric !== undefined || target.tool !== undefined;
  const measure = { ...target, has: target.has ?? (named ? "value" : undefined) };
  const parameters = new URLSearchParams(formatFilters(target));
  for (const key of MEASURE_KEYS) if (measure[key]) parameters.set(key, measure[key]);
  const query = parameters.toString();
  return query ? `./executions.html?${query}` : "./executions.html";
}
