import { inflateSync } from "node:zlib";

/** Of one stream, unpacked: as much says that it is whole. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * How many of a PDF's packed parts do not unpack. Its reader takes what it can of such a part and says nothing of the rest. What is packed
 * in more ways than one, or encrypted, is passed over.
 */
export function damagedStreams(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (/\/Encrypt\b/.test(text)) return 0;
  let damaged = 0;
  for (const { 0: word, index } of text.matchAll(/\bstream\r?\n/g)) {
    const start = index + word.length;
    const end = text.indexOf("endstream", start);
    const before = text.slice(Math.max(0, index - LONGEST_DICTIONARY), index);
    if (!isPacked(before.slice(before.lastIndexOf(" obj") + 1))) continue;
    if (end < 0 || !unpacks(bytes.subarray(start, end))) damaged++;
  }
  return damaged;
}

/** Characters between the number of an object and its stream. */
const LONGEST_DICTIONARY = 4_000;

function isPacked(head: string): boolean {
  return /\/Filter\s*(?:\[\s*)?\/FlateDecode\b(?!\s*\/\w+Decode)/.test(head);
}

function unpacks(packed: Uint8Array): boolean {
  try {
    inflateSync(packed, { maxOutputLength: MOST_BYTES });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
  }
}
