import { basename } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import { UserError } from "../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "../text/decode-file.ts";
import type { Grid, SourceRow } from "./grid.ts";

/** Characters of one row, which csv-parse counts in bytes. */
const LONGEST_ROW = 16 * 2 ** 20;
const DELIMITERS = [",", ";", "\t", "|"];
const LINES_LOOKED_AT = 100;

/** A CSV file as rows. @throws UserError `corpus` with file and line when it is no CSV. */
export async function readCsvGrid(file: SourceFile): Promise<{ grid: Grid; note: string | null }> {
  const { text, note } = await decodeFile(file);
  // Excel reads a first line `sep=;` as the name of the delimiter.
  const said = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text);
  const rows = parseCsv(said ? text.slice(said[0].length) : text, {
    name: file.name,
    delimiter: said?.[1] ?? guessDelimiter(text),
    skipped: said ? 1 : 0,
  });
  return { grid: { name: file.name, label: basename(file.name).replace(/\.[^.]*$/, ""), rows, merges: [] }, note };
}

/** The sign that most lines have equally often outside of quotes, the more often the better. */
function guessDelimiter(text: string): string {
  const lines = linesOutsideQuotes(text.slice(0, 65_536)).slice(0, LINES_LOOKED_AT);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const [most = 0, times = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
    return { delimiter, times, most };
  });
  scores.sort((a, b) => b.times - a.times || b.most - a.most);
  return (scores[0] as (typeof scores)[number]).delimiter;
}

function linesOutsideQuotes(text: string): string[] {
  return text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== "");
}

function parseCsv(
  text: string,
  { name, delimiter, skipped }: { name: string; delimiter: string; skipped: number },
): SourceRow[] {
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
    let end = skipped;
    return records.map(({ record, info }) => {
      const line = end + 1;
      end = info.lines + skipped;
      return { line, cells: record };
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = ((cause as CsvError & { lines?: number }).lines ?? 1) + skipped;
    throw new UserError("corpus", `${name}:${line}: not CSV: ${showable(cause.message)}`, { cause });
  }
}
