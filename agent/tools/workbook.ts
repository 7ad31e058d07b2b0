import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { ResultTable } from "./export-results.ts";

/** Longest text of a spreadsheet's cell. */
const MAX_CELL_CHARS = 32_767;

/** An XLSX file with one sheet: a bold header and text cells, which are never formulas. */
export async function toWorkbook({ columns, cells }: ResultTable): Promise<Uint8Array> {
  const sheet: SheetData = [
    columns.map((value) => ({ value, type: String, fontWeight: "bold" })),
    ...cells.map((row) => row.map((value) => ({ value: value.slice(0, MAX_CELL_CHARS), type: String }))),
  ];
  return new Uint8Array(await writeXlsxFile(sheet).toBuffer());
}
