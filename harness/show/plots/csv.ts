import { disarm } from "../../../base/disarm.ts";
import type { StoredFigure } from "../drawing/figure.ts";

/** Rows as CSV (RFC 4180). Missing numbers are empty. */
export function formatCsv({ columns, rows }: Pick<StoredFigure, "columns" | "rows">): string {
  const header = columns.map(({ key }) => key);
  const lines = rows.map((row) => header.map((key) => formatCell(row[key] ?? null)).join(","));
  return `${[header.map(formatCell).join(","), ...lines].join("\r\n")}\r\n`;
}

function formatCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const inert = disarm(value);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
