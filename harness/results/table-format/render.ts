import { publishedTable } from "./published/published-table.ts";
import { renderCsv } from "./render-csv.ts";
import { renderLatex } from "./render-latex.ts";
import { renderMarkdown } from "./render-markdown.ts";
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
