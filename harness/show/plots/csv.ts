import type { StoredFigure } from "../drawing/figure.ts";

/** Rows as CSV (RFC 4180). Missing numbers are empty. A text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function formatCsv({ columns, rows }: Pick<StoredFigure, "columns" | "rows">): string {
  const header = columns.map(({ key }) => key);
  const lines = rows.map((row) => header.map((key) => formatCell(row[key] ?? null)).join(","));
  return `${[header.join(","), ...lines].join("\r\n")}\r\n`;
}

function formatCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
