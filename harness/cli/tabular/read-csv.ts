import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { UserError } from "../../../db/base/user-error.ts";

/** A CSV file with a header: cells as text, trimmed; an empty cell or `NA` is null, a value that is missing. */
export interface CsvTable {
  path: string;
  header: readonly string[];
  rows: readonly Readonly<Record<string, string | null>>[];
}

/** Reads a whole file. @throws UserError `input` where it is missing, not CSV, empty, or has a column twice. */
export async function readCsv(path: string): Promise<CsvTable> {
  const records = parseRecords(path, await readText(path));
  const [header, ...body] = records;
  if (!header || body.length === 0)
    throw new UserError("input", `${path} has no rows`, { hint: "expected a header and one line an item" });
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  if (twice.length > 0) throw new UserError("input", `${path} has column ${twice.map(quoted).join(", ")} twice`);
  const rows = body.map((record) => Object.fromEntries(header.map((name, i) => [name, missing(record[i])])));
  return { path, header, rows };
}

/** The problems of columns that the file does not have, naming those it has. */
export function absentColumns({ path, header }: CsvTable, wanted: readonly string[]): string[] {
  const absent = wanted.filter((name) => !header.includes(name));
  return absent.map((name) => `${path} has no column ${quoted(name)}; it has ${header.map(quoted).join(", ")}`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "EISDIR" && code !== "EACCES") throw error;
    throw new UserError("input", `${path} cannot be read (${code})`, {
      hint: "give a CSV file with a header",
      cause: error,
    });
  }
}

function parseRecords(path: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError("input", `${path} is not CSV: ${error.message}`, {
      hint: "commas between cells, every line as many as the header",
      cause: error,
    });
  }
}

function missing(text: string | undefined): string | null {
  return text === undefined || text === "" || text === "NA" ? null : text;
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
