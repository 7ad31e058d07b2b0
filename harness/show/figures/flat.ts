import type { Figure } from "../drawing/figure.ts";

/** Rows that have a value in a column. */
export function valued<Row, Key extends keyof Row>(
  rows: readonly Row[],
  key: Key,
): (Row & Record<Key, NonNullable<Row[Key]>>)[] {
  return rows.filter((row): row is Row & Record<Key, NonNullable<Row[Key]>> => row[key] !== null);
}

/** True for two rows or more whose values are all the same: a drawing of them shows nothing. */
export function areEqual<Row>(rows: readonly Row[], values: (row: Row) => unknown): boolean {
  return rows.length > 1 && new Set(rows.map((row) => JSON.stringify(values(row)))).size === 1;
}

/** The same from one row on: of what has no interval, a single mark shows no more than a sentence. */
export function isOneValue<Row>(rows: readonly Row[], values: (row: Row) => unknown): boolean {
  return rows.length === 1 || areEqual(rows, values);
}

/** Where every bar of shares would be of one colour. */
export function oneOutcome<Row extends { share: number }>(
  rows: readonly Row[],
  outcome: (row: Row) => string,
): string | null {
  const [only, ...others] = new Set(rows.filter(({ share }) => share > 0).map(outcome));
  if (only === undefined || others.length > 0) return null;
  return `Every expected id of every configuration has one outcome: ${only}.`;
}

/** A figure whose sentence stands in the place of a drawing in which nothing varies. */
export function insteadOfFlat(figure: Figure): Figure {
  const { flat, caption, marks } = figure;
  if (!flat) return figure;
  const why = (data: Parameters<typeof flat>[0]) => (marks(data) === 0 ? null : flat(data));
  return {
    ...figure,
    caption: (data) => why(data) ?? caption(data),
    marks: (data) => (why(data) === null ? marks(data) : 0),
  };
}
