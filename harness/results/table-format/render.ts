import { plainLine } from "../../print/text.ts";
import { renderCsv } from "./render-csv.ts";
import { renderLatex } from "./render-latex.ts";
import { showCell } from "./show-cell.ts";
import type { Table } from "./table.ts";

/** File name -> text of a table in all its forms; in print the study's own figures follow, as CSV they are a file of their own. */
export function renderTable(table: Table): Map<string, string> {
  const published = publishedTable(table);
  const all = published ? [table, published] : [table];
  return new Map([
    ...all.map((one): [string, string] => [`${one.name}.csv`, renderCsv(one)]),
    [`${table.name}.md`, all.map(renderMarkdown).join("\n")],
    [`${table.name}.tex`, all.map(renderLatex).join("\n")],
    [`${table.name}.json`, `${JSON.stringify(table, null, 2)}\n`],
  ]);
}

const NOTICE =
  "Published by others, on another corpus, with other models and another judge (Orhan, When Agentic Workflows Help, 2026): " +
  "for orientation, not for comparison. Not measured here.";

/** The study's own figures as a table beside ours, with those of our columns that it filled; null where it has none. */
function publishedTable({ name, title, columns, published }: Table): Table | null {
  if (!published) return null;
  const { rows, measured } = published;
  return {
    name: `${name}_published`,
    title: `${title}, as published by others`,
    caption: `${NOTICE} ${measured}`,
    columns: columns.filter(({ key }) => rows.some((row) => (row[key] ?? null) !== null)),
    rows,
  };
}

/** A GitHub-flavoured Markdown table with title and caption; text from outside cannot become markup. */
export function renderMarkdown({ title, caption, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `# ${escapeMarkdown(title)}`,
    "",
    escapeMarkdown(caption),
    "",
    line(columns.map((column) => escapeMarkdown(column.label))),
    line(columns.map((column) => (column.format === "text" ? "---" : "---:"))),
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
