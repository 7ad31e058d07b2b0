import { count, decimal, percent, seconds } from "./format.ts";

/**
 * How a column's values are written; shares are 0..1, and a missing one is a dash. `percent` is 100 times the value to one digit, `decimal` has three digits, `rating` two, `seconds` three significant ones, `p` three or `< 0.001`.
 */
export type ColumnFormat = keyof typeof WRITERS;

/** A column of a table or of a figure's rows. */
export interface NamedColumn {
  /** Name in CSV and JSON. */
  key: string;
  label: string;
  format: ColumnFormat;
}

const WRITERS = {
  text: count,
  count: (value: number) => count(Number(value.toFixed(value >= 1000 ? 0 : 1))),
  decimal: (value: number) => decimal(value, 3),
  percent: (value: number) => percent(value),
  rating: (value: number) => decimal(value),
  seconds,
  p: (value: number) => (value < 0.001 ? "< 0.001" : decimal(value, 3)),
};

export const COLUMN_FORMATS = Object.keys(WRITERS) as ColumnFormat[];

export function writeNumber(value: number, format: ColumnFormat): string {
  return Number.isFinite(value) ? WRITERS[format](value) : "–";
}
