import { CsvError, parse } from "csv-parse/sync";
import { isBlank, trimBlank } from "../../../../base/blank.ts";
import { countOf } from "../../../../base/counts.ts";
import { UserError } from "../../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import { filesOfZip, isZip } from "../archive.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";

export interface SourceRow {
  /** Line of a CSV file where the record begins; row of a sheet. */
  line: number;
  cells: readonly string[];
}

/** A sheet, or a CSV file: rows from the header on. */
export interface SourceTable {
  /** `tests.csv`, or `tests.xlsx, sheet Cases`. */
  name: string;
  header: readonly string[];
  rows: SourceRow[];
  notes: string[];
}

/** OLE compound documents: the old binary .xls. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export function isSpreadsheet({ head, name }: SourceFile): boolean {
  return OLE.every((byte, at) => head[at] === byte) || (isZip(head) && /\.xls[xm]?$/i.test(name));
}

/**
 * The tables of a CSV, TSV or spreadsheet file, whatever its name says it is. A sheet without a table has
 * an empty header.
 * @throws UserError `corpus` when it cannot be decoded or parsed.
 */
export async function readTables(file: SourceFile, context: ReadContext): Promise<SourceTable[]> {
  return isSpreadsheet(file) ? readSheets(file) : [await readCsv(file, context)];
}

async function readCsv(file: SourceFile, { problems }: ReadContext): Promise<SourceTable> {
  const { text, note } = await decodeFile(file);
  const records = parseCsv(text, { name: file.name, report: (problem) => problems.add(problem) });
  const [header, ...rows] = records;
  if (!header) throw new UserError("corpus", `${file.name}: the table is empty`);
  const short = rows.filter(({ cells }) => cells.length < header.cells.length).length;
  const ragged =
    short > 0
      ? [
          `${countOf(short, `row of ${file.name} has`, `rows of ${file.name} have`)} fewer cells than the header: the rest is taken as empty`,
        ]
      : [];
  return { name: file.name, header: distinctNames(header.cells), rows, notes: [...(note ? [note] : []), ...ragged] };
}

/** Characters of one row, which csv-parse counts in bytes. */
const LONGEST_ROW = 16 * 2 ** 20;

function parseCsv(text: string, { name, report }: { name: string; report: (problem: string) => void }): SourceRow[] {
  const first = text.slice(0, text.search(/\r|\n|$/));
  const delimiter = [",", ";", "\t"].sort((a, b) => first.split(b).length - first.split(a).length)[0] as string;
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      // A bare carriage return inside a cell must not end the record.
      record_delimiter: text.includes("\n") ? ["\r\n", "\n"] : ["\r"],
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let end = 0;
    return records.flatMap(({ record, info }, at) => {
      const line = end + 1;
      end = info.lines;
      const width = records[0]?.record.length as number;
      if (!record.slice(width).every(isBlank))
        report(`${name}:${line}: ${countOf(record.length, "cell")}, the header has ${width}`);
      return at > 0 && record.every(isBlank) ? [] : [{ line, cells: record.slice(0, width) }];
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = (cause as CsvError & { lines?: number }).lines ?? 1;
    throw new UserError("corpus", `${name}:${line}: not CSV: ${showable(cause.message)}`, { cause });
  }
}

/** Of its XML: the reader takes seven times as much memory. Larger tables are CSV. */
const MOST_SHEET_BYTES = 64 * 2 ** 20;

async function readSheets(file: SourceFile): Promise<SourceTable[]> {
  const bytes = await file.bytes();
  // The limits of archives hold for a spreadsheet too, and a lower one.
  if (isZip(bytes)) await filesOfZip({ ...file, bytes: async () => bytes }, MOST_SHEET_BYTES);
  const { read, utils } = await import("@e965/xlsx");
  try {
    // No formulas, links or macros: values as they are shown.
    const book = read(bytes, { type: "array", dense: true, cellFormula: false, cellHTML: false, bookVBA: false });
    return book.SheetNames.map((sheet) => {
      const cells = utils.sheet_to_json<string[]>(book.Sheets[sheet] as never, {
        header: 1,
        raw: false,
        defval: "",
        blankrows: true,
      });
      return tableOf(
        `${file.name}, sheet ${sheet}`,
        cells.map((row) => row.map(String)),
      );
    });
  } catch (cause) {
    throw new UserError("corpus", `${file.name}: no readable spreadsheet: ${showable((cause as Error).message)}`, {
      cause,
    });
  }
}

/** The header is the first row with at least two filled cells; a cover page has none. */
function tableOf(name: string, cells: readonly (readonly string[])[]): SourceTable {
  const at = cells.findIndex((row) => row.filter((cell) => !isBlank(cell)).length >= 2);
  if (at < 0) return { name, header: [], rows: [], notes: [] };
  const width = (cells[at] as readonly string[]).length;
  const rows = cells.slice(at + 1).map((row, index) => ({ line: at + index + 2, cells: row.slice(0, width) }));
  const filled = rows.filter((row) => !row.cells.every(isBlank));
  return { name, header: distinctNames(cells[at] as readonly string[]), rows: filled, notes: [] };
}

/** Jira exports repeat column names: the second `Labels` becomes `Labels (2)`. */
function distinctNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = trimBlank(cell) || `column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
