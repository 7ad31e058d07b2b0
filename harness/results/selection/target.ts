import type { MATRIX_FACTORS } from "../../record/domain/names.ts";
import { type Filters, formatFilters, type LevelFilter } from "./filters.ts";

/** What the two sides of a difference differ in. */
export type SideKey = "configuration" | (typeof MATRIX_FACTORS)[number] | LevelFilter;

/** What selects executions besides filters: the numbers that they have. Several metrics are joined by commas. */
export interface Measure {
  metric?: string;
  tool?: string;
  /** Every number, no number although the metric is about them, or every number above 0. Absent: all executions. */
  has?: "value" | "unscored" | "positive";
  /** Why there is no number. */
  reason?: string;
  /** Only scenarios with a number at every one of these: the two sides of a difference stand on the same scenarios. */
  paired?: SideKey;
}

/** Where a number or a mark leads: one execution by its name, or all that filters and numbers select. */
export type Target = Filters & Measure & { id?: string };

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
