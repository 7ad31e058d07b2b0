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
  "failure",
  "functional",
  "verdict",
  "abstention",
  "nonexistence",
  "ruling",
  "cluster",
  "q",
] as const;
type FixedFilter = (typeof FILTER_KEYS)[number];
/** A level of a further factor. */
export type LevelFilter = `f.${string}`;
export type FilterKey = FixedFilter | LevelFilter;
export type Filters = Partial<Record<FilterKey, string>>;

/** Filters by what came out: each configuration keeps scenarios of its own, so that no two can be compared on the same ones. */
export const RESULT_FILTERS = [
  "outcome",
  "failure",
  "functional",
  "verdict",
  "abstention",
  "ruling",
] as const satisfies FixedFilter[];

/** Filters of the list of executions alone: a group of failures and words to search for are in no score, so that nothing can be computed of what they select. */
export const LIST_FILTERS = ["cluster", "q"] as const satisfies FixedFilter[];

/** Filters by the design: what they leave is a run of its own. */
export const DESIGN_FILTERS = FILTER_KEYS.filter(
  (key): key is DesignFilter => !([...RESULT_FILTERS, ...LIST_FILTERS] as readonly FilterKey[]).includes(key),
);
export type DesignFilter = Exclude<FixedFilter, (typeof RESULT_FILTERS | typeof LIST_FILTERS)[number]>;

export function levelFilter(factor: string): LevelFilter {
  return `f.${factor}`;
}

export function isLevelFilter(key: string): key is LevelFilter {
  return key.startsWith("f.");
}

export function isFilter(key: string): key is FilterKey {
  return isLevelFilter(key) || (FILTER_KEYS as readonly string[]).includes(key);
}

/** The factor, or what else a filter is by. */
export function filteredBy(key: FilterKey): string {
  return isLevelFilter(key) ? key.slice(2) : key;
}

/** Keys with a value, in a fixed order, levels of further factors last. */
export function setFilters(filters: Filters): FilterKey[] {
  const levels = Object.keys(filters).filter(isLevelFilter).sort();
  return [...FILTER_KEYS, ...levels].filter((key) => filters[key]);
}

/** Whether all filters that these values are of accept them. */
export function accepts(filters: Filters, values: Filters): boolean {
  return Object.entries(values).every(([key, value]) => {
    const wanted = filters[key as FilterKey];
    return !wanted || alternatives(wanted).includes(value ?? "");
  });
}

/** The values that a filter accepts: `a,b` is either. */
export function alternatives(value: string): string[] {
  return value.split(",");
}

/** What both select. */
export function bothFilters(first: Filters, second: Filters): Filters {
  const both: Filters = { ...first, ...second };
  for (const key of setFilters(first)) {
    const [a, b] = [first[key], second[key]];
    if (!a || !b) continue;
    const common = alternatives(a).filter((value) => alternatives(b).includes(value));
    both[key] = common.length === 0 ? b : common.join(",");
  }
  return both;
}

/** Query string of filters in a fixed order, without `?`. Empty values are left out. */
export function formatFilters(filters: Filters): string {
  const parameters = new URLSearchParams();
  for (const key of setFilters(filters)) parameters.set(key, filters[key]!);
  return parameters.toString();
}

/** Filters of a query string; unknown keys are ignored. */
export function parseFilters(query: string): Filters {
  const parameters = new URLSearchParams(query);
  const filters: Filters = {};
  for (const key of [...FILTER_KEYS, ...[...parameters.keys()].filter(isLevelFilter)]) {
    const value = parameters.get(key);
    if (value) filters[key] = value;
  }
  return filters;
}
