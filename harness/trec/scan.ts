import { open } from "node:fs/promises";
import { UserError } from "../../db/base/user-error.ts";

const BLOCK_BYTES = 1 << 20;
const SHOWN_FAULTS = 20;

/** Faults of one file, collected so that all are shown at once. */
export class Faults {
  readonly #path: string;
  readonly #shown: string[] = [];
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, fault: string): void {
    this.#count++;
    if (this.#shown.length < SHOWN_FAULTS) this.#shown.push(`${this.#path}:${line}: ${fault}`);
  }

  /** @throws UserError `input` when there was any. */
  throwIfAny(expected: string): void {
    if (this.#count === 0) return;
    const more = this.#count > this.#shown.length ? [`... and ${this.#count - this.#shown.length} more`] : [];
    throw new UserError("input", `${this.#path}: ${this.#count} bad lines; expected ${expected}`, {
      problems: [...this.#shown, ...more],
    });
  }
}

/** Called per line with the text it lies in and, per field, start and end therein. */
export type VisitFields = (text: string, bounds: Int32Array, line: number) => void;

/**
 * Splits each line of a file at white space, in streaming memory. Blank lines and lines that begin with `#` are passed
 * over. Text is read as Latin-1, that is byte for byte: comparing two such strings is trec_eval's strcmp; `decodeUtf8`
 * gives the real text. Lines with fewer than `fields` fields, or more when `exact`, go to `faults`.
 * @throws UserError `input` when the file cannot be read.
 */
export async function scanFields(
  path: string,
  shape: { fields: number; exact: boolean; faults: Faults },
  visit: VisitFields,
): Promise<void> {
  const bounds = new Int32Array(2 * shape.fields);
  let line = 0;
  for await (const text of wholeLines(path)) {
    let at = text.startsWith("\u00ef\u00bb\u00bf") && line === 0 ? 3 : 0; // UTF-8 byte order mark
    while (at < text.length) {
      line++;
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline;
      const count = splitLine(text, at, end, bounds);
      if (count > 0 && text.charCodeAt(bounds[0]!) !== 35) {
        if (count < shape.fields || (shape.exact && count > shape.fields)) shape.faults.add(line, `${count} fields`);
        else visit(text, bounds, line);
      }
      at = end + 1;
    }
  }
}

/** The real text of a piece that `scanFields` read byte for byte. */
export function decodeUtf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Fills the bounds of the first fields and returns how many there are in all. White space is every byte up to 32. */
function splitLine(text: string, from: number, end: number, bounds: Int32Array): number {
  let count = 0;
  let at = from;
  for (;;) {
    while (at < end && text.charCodeAt(at) <= 32) at++;
    if (at >= end) return count;
    const start = at;
    while (at < end && text.charCodeAt(at) > 32) at++;
    if (2 * count < bounds.length) {
      bounds[2 * count] = start;
      bounds[2 * count + 1] = at;
    }
    count++;
  }
}

/** Blocks of a file, each cut after its last newline. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new UserError("input", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  });
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    let rest = "";
    for (;;) {
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, null);
      if (bytesRead === 0) break;
      const text = rest + block.toString("latin1", 0, bytesRead);
      const cut = text.lastIndexOf("\n") + 1;
      rest = text.slice(cut);
      if (cut > 0) yield text.slice(0, cut);
    }
    if (rest !== "") yield rest;
  } finally {
    await file.close();
  }
}
