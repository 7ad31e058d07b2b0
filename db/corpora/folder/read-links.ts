import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import type { Link } from "../corpus.ts";
import type { Problems } from "./problems.ts";
import { quote, showable } from "./quote.ts";
import { readUtf8Lines } from "./utf8-lines.ts";

export interface ReadLinks {
  links: Link[];
  /** Rows that said what an earlier one had said. */
  duplicates: number;
}

interface Checks {
  ids: { has(id: string): boolean };
  problems: Problems;
}

/** A row with the number of the line on which it ends. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Reads `links.csv` (RFC 4180, with a header) row by row; each faulty row is a problem and is left out. */
export async function readLinks(path: string, { ids, problems }: Checks): Promise<ReadLinks> {
  const report = (line: number, problem: string) => problems.add(`links.csv:${line}: ${problem}`);
  const rows = new LinkRows(ids, report);
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => void report(Number(error?.lines ?? 0), showable(error?.message ?? "not CSV")),
  });
  await pipeline(checkedText(path, report), parser, async (records: AsyncIterable<CsvRecord>) => {
    for await (const { record, info } of records) rows.add(record, info.lines);
  });
  return { links: [...rows.links.values()], duplicates: rows.duplicates };
}

async function* checkedText(path: string, report: (line: number, problem: string) => void): AsyncGenerator<string> {
  for await (const { number, text } of readUtf8Lines(path)) {
    if (text === null) report(number, "not UTF-8: save the file in that encoding");
    // The line stays, so that later ones keep their numbers.
    yield `${text ?? ""}\n`;
  }
}

const COLUMNS = ["source_id", "target_id", "kind"] as const;

class LinkRows {
  readonly links = new Map<string, Link>();
  duplicates = 0;
  readonly #ids: Checks["ids"];
  readonly #report: (line: number, problem: string) => void;
  #header: readonly string[] | null = null;
  #usable = true;

  constructor(ids: Checks["ids"], report: (line: number, problem: string) => void) {
    this.#ids = ids;
    this.#report = report;
  }

  add(record: readonly string[], line: number): void {
    if (!this.#header) this.#setHeader(record, line);
    else if (this.#usable) this.#addRow(this.#header, record, line);
  }

  #setHeader(record: readonly string[], line: number): void {
    this.#header = record.map((name) => name.trim());
    const missing = COLUMNS.filter((name) => !this.#header?.includes(name));
    this.#usable = missing.length === 0;
    if (!this.#usable)
      this.#report(
        line,
        `no column ${missing.join(", ")}; expected the header source_id,target_id,kind, found ${quote(record.join(","))}`,
      );
  }

  #addRow(header: readonly string[], record: readonly string[], line: number): void {
    if (record.length !== header.length) {
      this.#report(line, `${record.length} columns, expected ${header.length}`);
      return;
    }
    const [sourceId, targetId, kind] = COLUMNS.map((name) => record[header.indexOf(name)] as string) as [
      string,
      string,
      string,
    ];
    const faults = this.#faultsOf({ sourceId, targetId, kind });
    for (const fault of faults) this.#report(line, fault);
    if (faults.length > 0) return;
    const key = JSON.stringify([sourceId, targetId, kind]);
    if (this.links.has(key)) this.duplicates++;
    else this.links.set(key, { sourceId, targetId, kind });
  }

  #faultsOf({ sourceId, targetId, kind }: Link): string[] {
    return [
      ...(this.#ids.has(sourceId) ? [] : [`source ${quote(sourceId)} is no artifact`]),
      ...(this.#ids.has(targetId) ? [] : [`target ${quote(targetId)} is no artifact`]),
      ...(kind.trim() === "" ? ["the kind is empty"] : []),
    ];
  }
}
