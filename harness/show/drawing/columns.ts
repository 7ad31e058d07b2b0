import type { ColumnFormat, NamedColumn } from "../../print/column.ts";

type Column = ColumnFormat | readonly [format: ColumnFormat, label: string];

/** Columns by their keys, which are their labels where none is given. */
export function columnsOf(columns: Readonly<Record<string, Column>>): NamedColumn[] {
  return Object.entries(columns).map(([key, column]) =>
    typeof column === "string" ? { key, label: key, format: column } : { key, label: column[1], format: column[0] },
  );
}

/** Of an interval in columns `low` and `high`. */
export function limits(format: ColumnFormat): Record<"low" | "high", Column> {
  return { low: [format, "95 % from"], high: [format, "to"] };
}
