import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { UserError } from "../../base/user-error.ts";

/** Read at a time; a longer line makes its block grow. */
const BLOCK_BYTES = 1 << 20;
const LONGEST_LINE_BYTES = 16 * 2 ** 20;
const NEWLINE = 10;
const GZIP = [0x1f, 0x8b];

/** Fills a buffer from a place on; 0 at the end. */
type Read = (into: Buffer, at: number) => Promise<number>;

/**
 * Blocks of a file, plain or gzip, each cut after its last newline. A block's bytes hold until the next one is asked for.
 * @throws UserError `input` when the file cannot be read or unpacked
 */
export async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  const unread = (cause: Error): never => {
    throw new UserError("input", `cannot read ${path}: ${cause.message}`, { cause });
  };
  const file = await open(path).catch(unread);
  try {
    const read = (await isGzip(file).catch(unread)) ? unpacked(path) : plain(file);
    let block = Buffer.allocUnsafe(BLOCK_BYTES);
    let kept = 0; // Bytes of an unfinished line at the start of the block.
    for (;;) {
      if (kept >= LONGEST_LINE_BYTES)
        throw new UserError("input", `${path}: a line is longer than ${LONGEST_LINE_BYTES / 2 ** 20} MiB`, {
          hint: "expected a few fields a line: is it a text file?",
        });
      if (kept === block.length) block = Buffer.concat([block], 2 * block.length);
      const bytesRead = await read(block, kept).catch(unread);
      if (bytesRead === 0) break;
      const end = kept + bytesRead;
      const cut = block.lastIndexOf(NEWLINE, end - 1) + 1;
      if (cut > 0) yield block.subarray(0, cut);
      block.copyWithin(0, cut, end);
      kept = end - cut;
    }
    if (kept > 0) yield block.subarray(0, kept);
  } finally {
    await file.close();
  }
}

/** By its first bytes: a name may say anything. No text begins so. */
async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  return GZIP.every((byte, at) => buffer[at] === byte);
}

function plain(file: FileHandle): Read {
  let position = 0;
  return async (into, at) => {
    const { bytesRead } = await file.read(into, at, into.length - at, position);
    position += bytesRead;
    return bytesRead;
  };
}

function unpacked(path: string): Read {
  const stream: AsyncIterable<Buffer> = pipeline(createReadStream(path), createGunzip(), () => undefined);
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (into, at) => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done) return 0;
      rest = next.value;
    }
    const copied = rest.copy(into, at);
    rest = rest.subarray(copied);
    return copied;
  };
}
