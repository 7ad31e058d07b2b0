import { FILTER_KEYS, type Filters, formatFilters, parseFilters } from "../../../harness/figures/filters.ts";

/** Filters in the page's address, so that a view can be sent to someone and survives a reload. */
export function readFilters(): Filters {
  return parseFilters(location.search);
}

/** Puts filters into the address, leaving other parameters as they are. */
export function writeFilters(filters: Filters, others: Record<string, string | null> = {}): void {
  const parameters = new URLSearchParams(formatFilters(filters));
  const isFilter = (key: string) => (FILTER_KEYS as readonly string[]).includes(key);
  for (const [key, value] of new URLSearchParams(location.search)) if (!isFilter(key)) parameters.set(key, value);
  for (const [key, value] of Object.entries(others)) {
    if (value === null) parameters.delete(key);
    else parameters.set(key, value);
  }
  const query = parameters.toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

/** Puts one parameter into the address, leaving the others. */
export function writeParameter(name: string, value: string | null): void {
  writeFilters(readFilters(), { [name]: value });
}

export function readParameter(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}
