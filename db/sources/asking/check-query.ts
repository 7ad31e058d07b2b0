import type { FilterName, SourceDescription, SourceFault, SourceQuery } from "../port.ts";
import { plainKeywords } from "./keywords.ts";

/**
 * The query with keywords as they are looked for; or why no source is asked: all that is wrong with it at once.
 * @param isSearched whether a source looks for a keyword at all; it is left out otherwise
 */
export function checkQuery(
  query: SourceQuery,
  source: Pick<SourceDescription, "filters">,
  isSearched: (keyword: string) => boolean = () => true,
): SourceQuery | SourceFault {
  const keywords = plainKeywords(query.keywords).filter(isSearched);
  const filters = Object.entries(query.filters).filter(([, value]) => value !== undefined) as [FilterName, string][];
  const problems = [
    ...(keywords.length === 0 ? ["no keyword with a letter or a digit"] : []),
    ...filters
      .filter(([name]) => !source.filters.includes(name))
      .map(([name]) => `no filter '${name}' (there are: ${source.filters.join(", ") || "none"})`),
    ...filters
      .filter(([name, value]) => (name === "since" || name === "until") && !isDay(value))
      .map(([name, value]) => `${name}: expected YYYY-MM-DD, found ${JSON.stringify(value)}`),
  ];
  return problems.length > 0 ? { type: "refused", message: problems.join("; ") } : { ...query, keywords };
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && addDays(value, 0) === value;
}

/** The day so many days later; null of a day that is none. */
export function addDays(day: string, days: number): string | null {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
