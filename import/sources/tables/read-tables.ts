import { isBlank, trimBlank } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { guessColumns } from "./column-roles.ts";
import { filled, findHeader, type Header } from "./find-header.ts";
import { fillMerges, type Grid, type SourceRow } from "./grid.ts";
import { junkDetector } from "./junk-rows.ts";
import { readCsvGrid } from "./read-csv.ts";
import { isSpreadsheet, readSheets } from "./read-sheets.ts";

/** A sheet, or a CSV file: rows from the header on. */
export interface SourceTable {
  /** `tests.csv`, or `tests.xlsx, sheet Cases`. */
  name: string;
  /** What somebody called it: the sheet, or the file without its ending. */
  label: string;
  header: readonly string[];
  rows: readonly SourceRow[];
  /** Lines of rows with more cells than the header: nothing of their records is taken. */
  faulty: ReadonlySet<number>;
  notes: string[];
}

/**
 * The tables of a CSV, TSV or spreadsheet file, whatever its name says it is. A sheet without a table has
 * an empty header.
 * @throws UserError `corpus` when it cannot be decoded or parsed.
 */
export async function readTables(
  file: SourceFile,
  context: Pick<ReadContext, "problems" | "columns">,
): Promise<SourceTable[]> {
  if (isSpreadsheet(file)) return (await readSheets(file)).map((grid) => withNotes(tableOf(grid, context), grid.notes));
  const { grid, note } = await readCsvGrid(file);
  if (grid.rows.length === 0)
    throw new UserError("corpus", `${file.name}: the table is empty`, { hint: "export it again" });
  const table = tableOf(grid, context);
  return [withNotes(table, note === null ? [] : [note])];
}

function withNotes(table: SourceTable, notes: readonly string[]): SourceTable {
  return { ...table, notes: [...notes, ...table.notes] };
}

function tableOf(grid: Grid, { problems, columns }: Pick<ReadContext, "problems" | "columns">): SourceTable {
  const header = findHeader(grid, Object.keys(columns));
  const { name, label } = grid;
  if (!header) return { name, label, header: [], rows: [], faulty: new Set(), notes: [] };
  const { rows, faulty, notes } = bodyOf(grid, header, problems);
  return { name, label, header: header.names, rows, faulty, notes: [...sayAbove(grid, header), ...notes] };
}

function sayAbove({ name, rows }: Grid, { first, last }: Header): string[] {
  const above = rows.slice(0, first).filter(({ cells }) => filled(cells).length > 0).length;
  return [
    ...(above > 0
      ? [
          `the header of ${name} is row ${rows[last]?.line}: ${countOf(above, "row")} above it ${above === 1 ? "is" : "are"} left out`,
        ]
      : []),
    ...(first < last ? [`the header of ${name} has two rows: groups of columns, and their names`] : []),
  ];
}

type Body = Pick<SourceTable, "rows" | "faulty"> & { notes: string[] };

function bodyOf(grid: Grid, { names, last }: Header, problems: ReadContext["problems"]): Body {
  const roles = guessColumns(names);
  const idColumn = names.findIndex((name) => roles.get(name) === "id");
  // A cell over several rows says something of each, but an id that goes on for a record that goes on.
  const rows = fillMerges(grid, new Set([idColumn])).slice(last + 1);
  const junkOf = junkDetector(names, { rows, idColumn });
  const faulty = new Set<number>();
  const [kept, junk, short]: [SourceRow[], string[], number[]] = [[], [], []];
  for (const { line, cells } of rows) {
    if (cells.every(isBlank)) continue;
    const reason = junkOf({ line, cells });
    if (reason !== null) {
      junk.push(`row ${line} (${quote(trimBlank(filled(cells)[0] as string))}, ${reason})`);
      continue;
    }
    if (!cells.slice(names.length).every(isBlank)) {
      problems.add(`${grid.name}:${line}: ${countOf(cells.length, "cell")}, the header has ${names.length}`);
      faulty.add(line);
    }
    if (cells.length < names.length) short.push(line);
    kept.push({ line, cells: cells.slice(0, names.length) });
  }
  return { rows: kept, faulty, notes: [...sayJunk(grid.name, junk), ...sayShort(grid.name, short)] };
}

const MOST_NAMED = 10;

function sayJunk(name: string, junk: readonly string[]): string[] {
  if (junk.length === 0) return [];
  const more = junk.length > MOST_NAMED ? ` and ${junk.length - MOST_NAMED} more` : "";
  return [
    `${countOf(junk.length, "row")} of ${name} ${junk.length === 1 ? "is no record and is" : "are no records and are"} left out: ${junk.slice(0, MOST_NAMED).join(", ")}${more}`,
  ];
}

function sayShort(name: string, lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : "";
  return [
    `${countOf(lines.length, `row of ${name} has`, `rows of ${name} have`)} fewer cells than the header, the rest is taken as empty: ${lines.slice(0, MOST_NAMED).join(", ")}${more}`,
  ];
}
