import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import type { NumberedLine } from "../../base/json-lines.ts";
import { UserError } from "../../base/user-error.ts";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Far above every record that anybody reads; a line is held in memory several times. */
const LONGEST_LINE_BYTES = 16 * 2 ** 20;

/** A line, or what is wrong with it: `text` is null where the bytes are not of the encoding, or hold NUL, which UTF-16 is full of. */
export interface CheckedLine extends Omit<NumberedLine, "text"> {
  text: string | null;
  /** Where it stands, in bytes, without its line end. */
  at: number;
  bytes: number;
}

/** The lines of a file, see `linesOf`. */
export function readUtf8Lines(path: string): AsyncGenerator<CheckedLine> {
  return linesOf(createReadStream(path) as AsyncIterable<Buffer>);
}

/**
 * Streams all lines of a file's blocks, checked to be UTF-8 (or what is named), numbered from 1, without line ends or byte order mark. Node's own
 * decoders put U+FFFD where a byte is wrong and go on; a corpus would then silently differ from its source.
 */
export async function* linesOf(
  given: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding = "utf-8",
): AsyncGenerator<CheckedLine> {
  // A line end is one byte in all of them but UTF-16.
  const isWide = /^utf-?16/i.test(encoding);
  const blocks = isWide ? asUtf8(given, encoding) : given;
  const decoder = new TextDecoder(isWide ? "utf-8" : encoding, { fatal: true });
  let pending: Buffer[] = [];
  let [number, length, at] = [0, 0, 0];
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const bytes = length + end - start;
      yield { number: ++number, text: decode(decoder, [...pending, block.subarray(start, end)]), at, bytes };
      [pending, length, at] = [[], 0, at + bytes + 1];
      start = end + 1;
    }
    if (start === block.length) continue;
    pending.push(block.subarray(start));
    length += block.length - start;
    if (length > LONGEST_LINE_BYTES) throw tooLong(number + 1);
  }
  if (pending.length > 0) yield { number: ++number, text: decode(decoder, pending), at, bytes: length };
}

async function* asUtf8(blocks: AsyncIterable<Buffer> | Iterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const block of blocks) yield Buffer.from(decoder.decode(block, { stream: true }));
  yield Buffer.from(decoder.decode());
}

function tooLong(line: number): UserError {
  return new UserError("corpus", `line ${line} is longer than ${LONGEST_LINE_BYTES / 2 ** 20} MiB`, {
    hint: "a line holds one record: is its line end missing, or something in it that is no text?",
  });
}

function decode(decoder: TextDecoder, parts: readonly Buffer[]): string | null {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  try {
    const text = decoder.decode(bytes.subarray(0, end));
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
