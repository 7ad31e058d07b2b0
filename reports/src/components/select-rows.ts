import { configurationName } from "../../../harness/record/domain/names.ts";
import {
  alternatives,
  type FilterKey,
  type Filters,
  isLevelFilter,
} from "../../../harness/results/selection/filters.ts";
import type { Measure } from "../../../harness/results/selection/target.ts";
import type { ExecutionRow } from "../../../harness/show/report/site-data.ts";

/** True when a row is selected by every filter. Search words must all occur, in any case, in what the row shows. */
export function matchesFilters(
  row: ExecutionRow,
  { q, ...filters }: Filters,
  questions: Readonly<Record<string, string>>,
): boolean {
  for (const [key, value] of Object.entries(filters))
    if (value && !alternatives(value).includes(fieldOf(row, key as FilterKey))) return false;
  if (!q) return true;
  const text =
    `${row.name} ${questions[row.scenario] ?? ""} ${row.outcome} ${row.error ?? ""} ${row.family} ${row.complexity}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const PAIRED = ["configuration", "model", "workflow", "knowledge"] as const;

/** What the sides of a difference differ in, as an address names it. */
export function pairedBy(key: string | null): NonNullable<Measure["paired"]> | undefined {
  if (key !== null && isLevelFilter(key)) return key;
  return PAIRED.find((one) => one === key);
}

/** A row's value of a filter, as addresses write it. */
export function fieldOf(row: ExecutionRow, key: FilterKey): string {
  if (isLevelFilter(key)) return row[key] ?? "";
  return key === "configuration" ? configurationName(row) : String(row[key as keyof ExecutionRow]);
}

/** Rows of scenarios that every group among them has: the sides of a difference on the same scenarios. */
export function pairedRows(rows: readonly ExecutionRow[], by: NonNullable<Measure["paired"]>): ExecutionRow[] {
  const groups = new Set(rows.map((row) => fieldOf(row, by)));
  const seen = new Map<string, Set<string>>();
  for (const row of rows) {
    const own = seen.get(row.scenario) ?? new Set();
    seen.set(row.scenario, own.add(fieldOf(row, by)));
  }
  return rows.filter((row) => seen.get(row.scenario)?.size === groups.size);
}

/** Key that the numbers of the first, second ... measure are sorted by. */
export function measureKey(at: number): string {
  return at === 0 ? "measure" : `measure${at}`;
}

/** Rows by a numeric column or measure: `key` descending, `-key` ascending, missing numbers last either way; null keeps their order. */
export function sortRows(
  rows: readonly ExecutionRow[],
  sort: string | null,
  measures: readonly { value(row: ExecutionRow): number | null }[] = [],
): readonly ExecutionRow[] {
  if (sort === null) return rows;
  const ascending = sort.startsWith("-");
  const key = ascending ? sort.slice(1) : sort;
  const column = (row: ExecutionRow) => {
    const own = row[key as keyof ExecutionRow];
    return typeof own === "number" ? own : null;
  };
  const value = measures.find((_, at) => measureKey(at) === key)?.value ?? column;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return ascending ? x - y : y - x;
  });
}
