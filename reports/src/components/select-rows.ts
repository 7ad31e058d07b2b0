import type { Filters } from "../../../harness/charts/filters.ts";
import type { ExecutionRow } from "../../../harness/stages/report/site-data.ts";

/** True when a row is selected by every filter. Search words must all occur, in any case, in what the row shows. */
export function matchesFilters(
  row: ExecutionRow,
  { q, ...filters }: Filters,
  questions: Readonly<Record<string, string>>,
): boolean {
  for (const [key, value] of Object.entries(filters))
    if (value && String(row[key as keyof ExecutionRow]) !== value) return false;
  if (!q) return true;
  const text =
    `${row.name} ${questions[row.scenario] ?? ""} ${row.outcome} ${row.error ?? ""} ${row.family} ${row.complexity}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Rows by a numeric column: `key` descending, `-key` ascending, missing numbers last either way; null keeps their order.
 * @param measure the numbers of the key `measure`
 */
export function sortRows(
  rows: readonly ExecutionRow[],
  sort: string | null,
  measure: (row: ExecutionRow) => number | null = () => null,
): readonly ExecutionRow[] {
  if (sort === null) return rows;
  const ascending = sort.startsWith("-");
  const key = (ascending ? sort.slice(1) : sort) as keyof ExecutionRow;
  const column = (row: ExecutionRow) => (typeof row[key] === "number" ? (row[key] as number) : null);
  const value = key === ("measure" as typeof key) ? measure : column;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return ascending ? x - y : y - x;
  });
}
