import { type Filters, formatFilters, isFilter, parseFilters } from "../../../harness/results/selection/filters.ts";

/** Filters in the page's address, so that a view can be sent to someone and survives a reload. */
export function readFilters(): Filters {
  return parseFilters(location.search);
}

interface Written {
  others?: Record<string, string | null>;
  /** A step of its own in the history, which Back takes back. */
  step?: boolean;
}

/** Puts filters into the address, leaving other parameters as they are. */
export function writeFilters(filters: Filters, { others = {}, step = false }: Written = {}): void {
  const parameters = new URLSearchParams(formatFilters(filters));
  for (const [key, value] of new URLSearchParams(location.search)) if (!isFilter(key)) parameters.set(key, value);
  for (const [key, value] of Object.entries(others)) {
    if (value === null) parameters.delete(key);
    else parameters.set(key, value);
  }
  const query = parameters.toString();
  const address = query ? `?${query}` : location.pathname;
  if (step) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Puts one parameter into the address, leaving the others. */
export function writeParameter(name: string, value: string | null): void {
  writeFilters(readFilters(), { others: { [name]: value } });
}

export function readParameter(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}
