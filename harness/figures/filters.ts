/**
 * What selects executions, in addresses and tables. Values are as in the records, alternatives joined by commas, which no
 * name holds; a missing key selects all.
 */
export const FILTER_KEYS = [
  "configuration",
  "model",
  "workflow",
  "knowledge",
  "scenario",
  "family",
  "complexity",
  "answerable",
  "outcome",
  "functional",
  "verdict",
  "abstention",
  "nonexistence",
  "ruling",
  "q",
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];
export type Filters = Partial<Record<FilterKey, string>>;

/** The values that a filter accepts: `a,b` is either. */
export function alternatives(value: string): string[] {
  return value.split(",");
}

/** Query string of filters in a fixed order, without `?`. Empty values are left out. */
export function formatFilters(filters: Filters): string {
  const parameters = new URLSearchParams();
  for (const key of FILTER_KEYS) if (filters[key]) parameters.set(key, filters[key]);
  return parameters.toString();
}

/** Filters of a query string; unknown keys are ignored. */
export function parseFilters(query: string): Filters {
  const parameters = new URLSearchParams(query);
  const filters: Filters = {};
  for (const key of FILTER_KEYS) {
    const value = parameters.get(key);
    if (value) filters[key] = value;
  }
  return filters;
}
