import { disarm } from "../../../../harness/tables/disarm.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import type { CellText } from "./address.ts";

/** All cells as one SQL file; plots stand in comments. */
export function toSqlFile(cells: readonly CellText[]): string {
  const parts = cells.map(({ type, text }, index) => {
    const body = type === "sql" ? `${text.trim().replace(/;+$/, "")};` : text.replace(/^/gm, "-- ");
    return `-- ${type} cell ${index + 1}\n${body}\n`;
  });
  return `-- Tables: the report's data/query/*.parquet. In DuckDB: CREATE VIEW executions AS FROM 'executions.parquet';\n\n${parts.join("\n")}`;
}

/**
 * The cells as a page of one's own: put into the run's pages/ it becomes a page of the report. A text that a link brought stays
 * text: what Framework would take for code in a cell of SQL (`${...}`, backticks) goes to the same function as a string.
 */
export function toOwnPage(cells: readonly CellText[], title: string): string {
  const blocks = cells.map(({ type, text }, index) => {
    const rows = `rows${index + 1}`;
    if (type === "sql" && !/[`\\]|\$\{/.test(text)) return fence(`sql id=${rows} display`, text);
    if (type === "sql")
      return fence("js", `const ${rows} = await sql([${asCode(text)}]);\ndisplay(Inputs.table(${rows}));`);
    const source = cells.slice(0, index).findLastIndex((cell) => cell.type === "sql") + 1;
    return fence("js", `display(await plotRows(rows${source}, ${asCode(text)}));`);
  });
  const imports = fence("js", 'import {plotRows, sql} from "./components/notebook.js";');
  return [`---\ntitle: ${title}\n---\n\n# ${title}\n`, imports, ...blocks].join("\n");
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

/** An answer for a spreadsheet. The writer of files (`harness/tables/csv.ts`) stands on Node's buffers. */
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
