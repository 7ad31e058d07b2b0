import { stringify } from "csv-stringify/sync";
import type { SheetData } from "write-excel-file/node";
import { z } from "zod";
import { disarm } from "../../base/disarm.ts";
import type { Row } from "../../db/ports/ports.ts";
import { EXPORTS_FOLDER, openJson } from "./artifact-files.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Part of the family `artifact`: a result as a file for the user. */
export const exportResults = defineTool({
  name: "export_results",
  family: "artifact",
  description: `Exports the rows of a stored result to ${EXPORTS_FOLDER}/<name> as CSV, JSON or XLSX, all of them, with the columns wanted.`,
  schema: () =>
    z.strictObject({
      path: z.string().min(1).max(512).describe("a result file, such as /results/000-<tool name>.json"),
      format: z.enum(["csv", "json", "xlsx"]).default("csv"),
      name: z
        .string()
        .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, "lower-case letters, digits, - and _")
        .describe("without extension"),
      columns: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(100)
        .optional()
        .describe("default: all, in order of appearance"),
    }),
  async run({ path, format, name, columns }, context) {
    const { path: file, value } = await openJson(path, context);
    const rows = rowsOf(file, value);
    const table = tabulate(rows, columns);
    const content =
      format === "json"
        ? `${JSON.stringify(pickColumns(rows, table.columns), null, 2)}\n`
        : await render(table, format);
    const written = await context.files.write(`${EXPORTS_FOLDER}/${name}.${format}`, content);
    return {
      type: "view",
      value: { path: written.path, revision: written.revision, rows: rows.length, columns: table.columns },
      truncated: false,
    };
  },
});

interface ResultTable {
  columns: string[];
  cells: string[][];
}

/** A stored result as a spreadsheet or a text of comma-separated values. @throws ToolFailure for one without rows */
export async function renderResult(file: string, value: unknown, format: "csv" | "xlsx"): Promise<string | Uint8Array> {
  return render(tabulate(rowsOf(file, value), undefined), format);
}

async function render(table: ResultTable, format: "csv" | "xlsx"): Promise<string | Uint8Array> {
  return format === "csv" ? toCsv(table) : toWorkbook(table);
}

function rowsOf(file: string, value: unknown): Row[] {
  const rows: unknown = value !== null && typeof value === "object" && "rows" in value ? value.rows : value;
  if (Array.isArray(rows) && rows.every((row) => row !== null && typeof row === "object" && !Array.isArray(row)))
    return rows as Row[];
  throw new ToolFailure("result_shape", `${file} holds no rows.`, "Only results with rows can be exported.");
}

function tabulate(rows: readonly Row[], wanted: readonly string[] | undefined): ResultTable {
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const unknown = (wanted ?? []).filter((column) => !known.includes(column));
  if (unknown.length > 0)
    throw new ToolFailure(
      "invalid_arguments",
      `There is no column ${unknown.join(", ")}.`,
      `Columns: ${known.join(", ")}.`,
    );
  const columns = [...(wanted ?? known)];
  return { columns, cells: rows.map((row) => columns.map((column) => toCell(row[column]))) };
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function pickColumns(rows: readonly Row[], columns: readonly string[]): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

function toCsv({ columns, cells }: ResultTable): string {
  return stringify([columns, ...cells].map((row) => row.map(disarm)));
}

/** Longest text of a spreadsheet's cell. */
const MAX_CELL_CHARS = 32_767;

/** An XLSX file with one sheet: a bold header and text cells, which are never formulas. */
async function toWorkbook({ columns, cells }: ResultTable): Promise<Uint8Array> {
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  const sheet: SheetData = [
    columns.map((value) => ({ value, type: String, fontWeight: "bold" })),
    ...cells.map((row) => row.map((value) => ({ value: value.slice(0, MAX_CELL_CHARS), type: String }))),
  ];
  return new Uint8Array(await writeXlsxFile(sheet).toBuffer());
}
