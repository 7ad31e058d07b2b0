import { stat } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { isMissing, trimBlank } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { readUtf8 } from "../../../base/utf8-text.ts";

/** A CSV file with a header: cells as text, trimmed; a cell that is blank or a word for it (`base/blank.ts`) is null. */
export interface CsvTable {
  path: string;
  header: readonly string[];
  rows: readonly Readonly<Record<string, string | null>>[];
  /** Where each row ends in the file, from 1. */
  lines: readonly number[];
}

/**
 * Reads a whole file; `missing` are the words for no value, where not the usual ones. @throws UserError `input` where it
 * cannot be read, is not CSV, empty, has a column twice or control characters in a cell.
 */
export async function readCsv(path: string, missing?: readonly string[]): Promise<CsvTable> {
  const [first, ...body] = parseRecords(path, await readText(path));
  const header = first?.cells;
  if (!header || body.length === 0)
    throw new UserError("input", `${path} has no rows`, { hint: "expected a header and one line an item" });
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  if (twice.length > 0) throw new UserError("input", `${path} has column ${twice.map(quoted).join(", ")} twice`);
  const cellValue = (cell = "") => (isMissing(cell, missing) ? null : cell);
  const rows = body.map(({ cells }) => Object.fromEntries(header.map((name, i) => [name, cellValue(cells[i])])));
  return { path, header, rows, lines: body.map(({ line }) => line) };
}

/** The problems of columns that the file does not have, naming those it has. */
export function absentColumns({ path, header }: CsvTable, wanted: readonly string[]): string[] {
  const absent = wanted.filter((name) => !header.includes(name));
  return absent.map((name) => `${path} has no column ${quoted(name)}; it has ${header.map(quoted).join(", ")}`);
}

/** Read as one text, which V8 limits to twice this. */
const MOST_BYTES = 256 * 2 ** 20;

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new UserError("input", `${path} has ${size} bytes, more than ${MOST_BYTES}`);
    return await readUtf8(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "EISDIR" && code !== "EACCES") throw error;
    throw new UserError("input", `${path} cannot be read (${code})`, {
      hint: "give a CSV file with a header",
      cause: error,
    });
  }
}

/** Characters. Ratings and scores are short; so are remarks beside them. */
const LONGEST_ROW = 2 ** 20;

interface CsvRecord {
  cells: readonly string[];
  line: number;
}

/** The records that are not blank as a whole. */
function parseRecords(path: string, text: string): CsvRecord[] {
  try {
    const options = { bom: true, trim: true, skip_empty_lines: true, max_record_size: LONGEST_ROW, info: true };
    const found = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    const records = found.map(({ record, info }) => ({ cells: record.map(trimBlank), line: info.lines }));
    refuseControls(path, records);
    return records.filter(({ cells }) => cells.some((cell) => cell !== ""));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE")
      throw new UserError("input", `${path}: a row has more than ${LONGEST_ROW} characters`, {
        hint: "is a quotation mark left open, or a whole file in one cell?",
        cause: error,
      });
    throw new UserError("input", `${path} is not CSV: ${error.message}`, {
      hint: "commas between cells, every line as many as the header",
      cause: error,
    });
  }
}

/** They are in no text that people write: the file is damaged, or in another encoding. Line ends and tabs may stand in a cell. */
function refuseControls(path: string, records: readonly CsvRecord[]): void {
  const bad = records.filter(({ cells }) => cells.some((cell) => /[^\P{Cc}\t\r\n]/u.test(cell)));
  if (bad.length === 0) return;
  throw new UserError("input", `${path} has control characters in ${countOf(bad.length, "row")}`, {
    problems: bad.slice(0, 20).map(({ line }) => `${path}:${line}`),
    hint: "save the file again as UTF-8 text",
  });
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
