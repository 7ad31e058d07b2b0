import { Buffer } from "node:buffer";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { wholeLines } from "./whole-lines.ts";

const SHOWN_FAULTS = 20;
const NEWLINE = 10;
const HASH = 35;
const SPACE = 32;
const [TAB, CARRIAGE_RETURN] = [9, 13];

/** Faults of one file, collected so that all are shown at once. */
export class Faults {
  readonly #path: string;
  readonly #shown: string[] = [];
  #count = 0;
  #seeComment = false;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, fault: string): void {
    this.#count++;
    if (this.#shown.length < SHOWN_FAULTS) this.#shown.push(`line ${line}: ${fault}`);
  }

  /** Of a line that begins with `#`. */
  addComment(line: number, fault: string): void {
    this.add(line, fault);
    this.#seeComment = true;
  }

  /** @throws UserError `input` when there was any. */
  throwIfAny(expected: string): void {
    if (this.#count === 0) return;
    const more = this.#count > this.#shown.length ? [`... and ${this.#count - this.#shown.length} more`] : [];
    throw new UserError("input", `${this.#path}: ${countOf(this.#count, "bad line")}`, {
      problems: [...this.#shown, ...more],
      hint: `expected ${expected}${this.#seeComment ? "; where lines that begin with # are comments (trec_eval 10), say so with --comments" : ""}`,
    });
  }
}

/** One line; the object is reused for the next. */
export interface FieldLine {
  /** From 1. */
  number: number;
  /** The block that the line lies in, as bytes and as Latin-1 text: the same offsets hold in both. */
  bytes: Uint8Array;
  text: string;
  /** Number of its fields, and start and end of the first ones. */
  count: number;
  bounds: Int32Array;
}

export interface ScanOptions {
  /** Lines that begin with `#` are comments, as in trec_eval 10. Default: such a line is like any other, since ids may begin with `#`. */
  comments?: boolean;
}

/** Where every line of a file went: `lines` is the sum of the others. */
export interface LineCounts {
  lines: number;
  visited: number;
  faulty: number;
  blank: number;
  comments: number;
}

/**
 * Splits each line of a file at white space (ASCII), in streaming memory; blank lines are passed over. Text is read as Latin-1, that is byte for byte: comparing two such strings is trec_eval's strcmp; `decodeUtf8`
 * gives the real text. Lines with fewer than `fields` fields, or more when `exact`, go to `faults`.
 * @throws UserError `input` when the file cannot be read.
 */
export async function scanFields(
  path: string,
  shape: { fields: number; exact: boolean; faults: Faults } & ScanOptions,
  visit: (line: FieldLine) => void,
): Promise<LineCounts> {
  const counts: LineCounts = { lines: 0, visited: 0, faulty: 0, blank: 0, comments: 0 };
  const line: FieldLine = {
    number: 0,
    bytes: new Uint8Array(),
    text: "",
    count: 0,
    bounds: new Int32Array(2 * shape.fields),
  };
  for await (const bytes of wholeLines(path)) {
    line.bytes = bytes;
    line.text = bytes.toString("latin1");
    let at = line.number === 0 && line.text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0; // UTF-8 byte order mark
    let lone = loneReturn(line.text, at);
    while (at < bytes.length) {
      line.number++;
      at = splitLine(line, at) + 1;
      if (line.count === 0) counts.blank++;
      else if (lone < at) {
        lone = loneReturn(line.text, at);
        counts.faulty++;
        shape.faults.add(line.number, "a carriage return within it; expected lines that end with a line feed");
      } else if (shape.comments && beginsWithHash(line)) counts.comments++;
      else if (line.count < shape.fields || (shape.exact && line.count > shape.fields)) {
        counts.faulty++;
        addFault(shape.faults, line);
      } else {
        counts.visited++;
        visit(line);
      }
    }
  }
  return { ...counts, lines: line.number };
}

/** To C a blank like any other, and to old systems the end of a line: a whole file would be one line. */
function loneReturn(text: string, from: number): number {
  const expression = /\r(?![\r\n]|$)/g;
  expression.lastIndex = from;
  return expression.exec(text)?.index ?? Number.POSITIVE_INFINITY;
}

function addFault(faults: Faults, line: FieldLine): void {
  const found = countOf(line.count, "field");
  if (beginsWithHash(line)) faults.addComment(line.number, found);
  else faults.add(line.number, found);
}

function beginsWithHash({ bytes, bounds }: FieldLine): boolean {
  return bytes[bounds[0]!] === HASH;
}

/** The text of a field, byte for byte. */
export function fieldOf({ text, bounds }: FieldLine, field: number): string {
  return text.slice(bounds[2 * field], bounds[2 * field + 1]);
}

/** True when a field is exactly this text. */
export function fieldIs({ text, bounds }: FieldLine, field: number, expected: string): boolean {
  const start = bounds[2 * field]!;
  return bounds[2 * field + 1]! - start === expected.length && text.startsWith(expected, start);
}

/** The real text of a piece that `scanFields` read byte for byte. */
export function decodeUtf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** C's isspace, as in trec_eval: any other control byte is a sign like a letter, and so no blank line. */
function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
}

/** Finds the fields of the line that begins at `from`; returns where its newline is. */
function splitLine(line: FieldLine, from: number): number {
  const { bytes, bounds } = line;
  const { length } = bytes;
  let at = from;
  line.count = 0;
  for (;;) {
    while (at < length && isSpace(bytes[at]!) && bytes[at] !== NEWLINE) at++;
    if (at >= length || bytes[at] === NEWLINE) return at;
    const start = at;
    while (at < length && !isSpace(bytes[at]!)) at++;
    if (2 * line.count < bounds.length) {
      bounds[2 * line.count] = start;
      bounds[2 * line.count + 1] = at;
    }
    line.count++;
  }
}
