import { type ColumnFormat, type NamedColumn, writeNumber } from "../../../harness/print/column.ts";
import type { FigureRow } from "../../../harness/show/drawing/figure.ts";
import { type Child, h } from "./dom.ts";
import { oneStopARow } from "./one-stop-a-row.ts";

export interface TableColumn<Row> {
  label: Child;
  cell: (row: Row) => Child;
  numeric?: boolean;
  /** What stands in the head in place of the label. */
  head?: Child;
  sorted?: "ascending" | "descending" | undefined;
}

/** Rows of which a screen does not show all. */
const LONG = 25;

/** A table in a region that scrolls sideways by itself, so that the page never does; a long one keeps its head in sight. */
export function table<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  style?: "compact",
): HTMLElement {
  const heads = columns.map(({ label, head, numeric, sorted }) =>
    h("th", { scope: "col", class: numeric ? "num" : null, "aria-sort": sorted }, head ?? label),
  );
  const body = h("tbody", {}, ...rows.map((row) => tableRow(columns, row)));
  const drawn = h("table", { class: style }, h("thead", {}, h("tr", {}, ...heads)), body);
  const hasLinks = oneStopARow(body);
  const scroll = rows.length > LONG ? "scroll long" : "scroll";
  return h("div", { class: scroll, role: "region", "aria-label": name, tabindex: hasLinks ? null : 0 }, drawn);
}

function tableRow<Row>(columns: readonly TableColumn<Row>[], row: Row): HTMLElement {
  return h("tr", {}, ...columns.map(({ cell, numeric }) => h("td", { class: numeric ? "num" : null }, cell(row))));
}

/** Columns of a figure's rows; numbers lead to the executions behind the row, or else to those behind the whole figure. */
export function figureColumns(
  columns: readonly NamedColumn[],
  link: (row: FigureRow) => string | null,
): TableColumn<FigureRow>[] {
  return columns.map(({ key, label, format }, index) => ({
    label,
    numeric: format !== "text",
    cell: (row) => {
      const value = row[key] ?? null;
      const text = formatValue(value, format);
      const href = value !== null && (index === 0 || format !== "text") ? link(row) : null;
      return href === null ? text : h("a", { href }, text);
    },
  }));
}

export function formatValue(value: string | number | boolean | null, format: ColumnFormat): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  return writeNumber(value, format);
}
