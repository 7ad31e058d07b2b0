import { CsvError, parse } from "csv-parse/sync";
import { isBlank } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";
import type { NumberedLine } from "../../base/json-lines.ts";
import { compareLinks } from "../../db/corpora/make-corpus.ts";
import type { Link } from "../../db/ports/corpus.ts";
import type { RedactionCounter } from "../redaction/counts.ts";
import type { Problems } from "./problems.ts";
import { quote, showable } from "./quote.ts";
import { unquoted } from "./read-artifacts.ts";
import { readUtf8Lines } from "./utf8-lines.ts";

export interface ReadLinks {
  links: Link[];
  /** Rows that said what an earlier one had said. */
  duplicates: number;
}

interface Checks {
  ids: { has(id: string): boolean };
  problems: Problems;
  redaction?: RedactionCounter | null;
}

/**
 * Reads `links.csv` (RFC 4180, with a header) row by row; each faulty row is a problem and is left out. A quoted cell may go on over
 * line ends (a remark in a column of one's own); a quote that nothing closes is a fault of its line alone.
 */
export async function readLinks(path: string, { ids, problems, redaction = null }: Checks): Promise<ReadLinks> {
  const report = (line: number, problem: string) => problems.add(`links.csv:${line}: ${problem}`);
  const rows = new LinkRows({ ids, redaction }, report);
  let open: NumberedLine[] = [];
  const giveUp = () => {
    const [first, ...rest] = open;
    open = [];
    if (first) addLine(rows, { ...first, report });
    for (const line of rest) take(line);
  };
  const take = (line: NumberedLine) => {
    if (open.length === 0 && line.text.trim() === "") return;
    open.push(line);
    const text = open.map((each) => each.text).join("\n");
    if (isClosed(text)) {
      addLine(rows, { number: open[0]!.number, text, report });
      open = [];
    } else if (open.length > MOST_LINES_OF_A_ROW) giveUp();
  };
  for await (const { number, text } of readUtf8Lines(path)) {
    if (text === null) report(number, "not UTF-8, or NUL characters in it: save the file in that encoding");
    else take({ number, text });
  }
  while (open.length > 0) giveUp();
  return rows.distinct();
}

/** A quote that is open for longer is one that somebody forgot to close. */
const MOST_LINES_OF_A_ROW = 50;

/** Quotes come in pairs, also where two of them stand for one. */
function isClosed(text: string): boolean {
  return text.split('"').length % 2 === 1;
}

interface Line {
  number: number;
  text: string;
  report: (line: number, problem: string) => void;
}

function addLine(rows: LinkRows, { number, text, report }: Line): void {
  try {
    // Most rows have no quotes and need no parser.
    const [record] = text.includes('"') ? parse(text, { record_delimiter: ["\r\n", "\n"] }) : [text.split(",")];
    if (record) rows.add(record, number);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(number, rows.says(`not CSV: ${showable(error.message.replace(/ at line \d+/, ""))}`));
  }
}

const COLUMNS = ["source_id", "target_id", "kind"] as const;

class LinkRows {
  readonly #links: Link[] = [];
  /** One text for all rows that name the same. */
  readonly #names = new Map<string, string>();
  readonly #ids: Checks["ids"];
  readonly #redaction: RedactionCounter | null;
  readonly #report: (line: number, problem: string) => void;
  #header: readonly string[] | null = null;
  #usable = true;

  constructor({ ids, redaction = null }: Omit<Checks, "problems">, report: (line: number, problem: string) => void) {
    this.#ids = ids;
    this.#redaction = redaction;
    this.#report = report;
  }

  /** What is no CSV is not known to be free of personal data. */
  says(fault: string): string {
    return this.#redaction ? unquoted(fault) : fault;
  }

  add(read: readonly string[], line: number): void {
    const record = this.#redaction?.redact(read, "links") ?? read;
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
      this.#report(line, `${countOf(record.length, "column")}, expected ${header.length}`);
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
    this.#links.push({ sourceId: this.#nameOf(sourceId), targetId: this.#nameOf(targetId), kind: this.#nameOf(kind) });
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known === undefined) this.#names.set(text, text);
    return known ?? text;
  }

  /** In order. */
  distinct(): ReadLinks {
    const sorted = this.#links.sort(compareLinks);
    const links = sorted.filter((link, at) => at === 0 || compareLinks(link, sorted[at - 1]!) !== 0);
    return { links, duplicates: sorted.length - links.length };
  }

  #faultsOf({ sourceId, targetId, kind }: Link): string[] {
    return [
      ...(this.#ids.has(sourceId) ? [] : [`source ${quote(sourceId)} is no artifact`]),
      ...(this.#ids.has(targetId) ? [] : [`target ${quote(targetId)} is no artifact`]),
      ...(isBlank(kind) ? ["the kind is empty"] : []),
      ...(/[\r\n]/.test(kind) ? ["the kind has a line break"] : []),
    ];
  }
}
