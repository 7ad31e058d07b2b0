import { plainLine } from "../../print/text.ts";
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

/** The last three: where GitHub would make a link of a bare address. */
const MEANS_SOMETHING = /[\\`*_[\]{}<>|#!~&]|:(?=\/)|(?<=www)\.|@(?=[\w-]+\.\w)/gi;

/** Backslash before every character that can mean something to Markdown or HTML; line ends become spaces, what does not show is written out. */
function escapeMarkdown(text: string): string {
  return plainLine(text).replace(MEANS_SOMETHING, "\\$&");
}
