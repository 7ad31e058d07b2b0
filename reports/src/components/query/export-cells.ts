import { disarm } from "../../../../base/disarm.ts";
import type { NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import { statementOf } from "./use-results.ts";

/** All cells as one SQL file; plots and texts stand in comments. */
export function toSqlFile(cells: readonly NotebookCell[]): string {
  const parts = cells.map(({ type, text, title }, index) => {
    const body = type === "sql" ? `${statementOf(cells, index).trim().replace(/;+$/, "")};` : comment(text);
    return `-- ${type} cell ${index + 1}\n${title ? `${comment(title)}\n` : ""}${body}\n`;
  });
  return `-- Tables: the report's data/query/*.parquet. In DuckDB: CREATE VIEW executions AS FROM 'executions.parquet';\n\n${parts.join("\n")}`;
}

function comment(text: string): string {
  return text.replace(/^/gm, "-- ").replaceAll("\r", " ");
}

/**
 * The cells as a page of one's own: put into the run's pages/ it becomes a page of the report. A text that a link brought stays
 * text: what Framework would take for code in a cell of SQL (`${...}`, backticks) goes to the same function as a string.
 */
export function toOwnPage(cells: readonly NotebookCell[], title: string): string {
  const blocks = cells.map(({ type, text, title: own }, index) => {
    const heading = own ? `## ${plain(own)}\n\n` : "";
    const rows = `rows${index + 1}`;
    if (type === "text") return heading + fence("js", `display(note(${asCode(text)}));`);
    if (type === "plot") {
      const source = cells.slice(0, index).findLastIndex((cell) => cell.type === "sql") + 1;
      return heading + fence("js", `display(await plotRows(rows${source}, ${asCode(text)}));`);
    }
    const sql = statementOf(cells, index);
    if (!/[`\\]|\$\{/.test(sql)) return heading + fence(`sql id=${rows} display`, sql);
    return heading + fence("js", `const ${rows} = await sql([${asCode(sql)}]);\ndisplay(Inputs.table(${rows}));`);
  });
  const imports = fence("js", 'import {note, plotRows, sql} from "./components/notebook.js";');
  const name = plain(title) || "My question";
  return [`---\ntitle: ${JSON.stringify(name)}\n---\n\n# ${name}\n`, imports, ...blocks].join("\n");
}

/** A title as words: without what Markdown, Framework or YAML would read in it. */
function plain(title: string): string {
  return (title.match(/[\p{L}\p{N}.,?'()%=-]+/gu) ?? []).join(" ");
}

/** A text as a string of code that ends neither its block nor the script that it comes to stand in. */
function asCode(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c").replaceAll("`", "\\u0060");
}

/** What a text holds cannot end its block. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}\n`;
}

/** An answer for a spreadsheet. The writer of files (`harness/print/csv.ts`) stands on Node's buffers. */
export function toCsvFile({ columns, rows }: QueryAnswer): string {
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((values) => `${values.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: AnswerValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = disarm(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
