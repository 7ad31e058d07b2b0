import { showCell } from "./show-cell.ts";
import type { Table } from "./table.ts";

/** A GitHub-flavoured Markdown table with title and caption; text from outside cannot become markup. */
export function renderMarkdown({ title, caption, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `# ${escapeMarkdown(title)}`,
    "",
    escapeMarkdown(caption),
    "",
    line(columns.map((column) => escapeMarkdown(column.label))),
    line(columns.map((column) => (column.show === "text" ? "---" : "---:"))),
    ...rows.map((row) => line(columns.map((column) => escapeMarkdown(showCell(row[column.key], column))))),
    "",
  ].join("\n");
}

/** Backslash before every character that can mean something to Markdown or HTML; line ends and controls become spaces. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replace(/[\\`*_[\]{}<>|#!~&]/g, "\\$&");
}
