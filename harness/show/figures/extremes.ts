import { countOf } from "../../../base/counts.ts";

/** Sums of the same numbers in another order differ by less. */
const EQUAL = 1e-9;

/** The rows that share the highest value, in their order: a sentence about the first alone would be false of the others. */
export function highestOf<Row>(rows: readonly Row[], value: (row: Row) => number): Row[] {
  const most = Math.max(...rows.map(value));
  return rows.filter((row) => value(row) >= most - EQUAL);
}

export function lowestOf<Row>(rows: readonly Row[], value: (row: Row) => number): Row[] {
  return highestOf(rows, (row) => -value(row));
}

/** One by its name, several by their number: `3 configurations`. */
export function nameTied(names: readonly string[], one: string): string {
  return names.length === 1 ? names[0]! : countOf(names.length, one);
}
