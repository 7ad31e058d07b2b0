import { renderCsv } from "./render-csv.ts";
import { renderLatex } from "./render-latex.ts";
import { renderMarkdown } from "./render-markdown.ts";
import type { Table } from "./table.ts";

/** File name -> text of a table in all its forms. */
export function renderTable(table: Table): Map<string, string> {
  return new Map([
    [`${table.name}.csv`, renderCsv(table)],
    [`${table.name}.md`, renderMarkdown(table)],
    [`${table.name}.tex`, renderLatex(table)],
    [`${table.name}.json`, `${JSON.stringify(table, null, 2)}\n`],
  ]);
}
