import { inflateSync } from "node:zlib";

/** Of one stream, unpacked: as much says that it is whole. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * How many of a PDF's streams do not unpack, or are not as long as they say. Its reader takes what it can of such a part and says nothing of
 * the rest. What is packed in other ways, or encrypted, is passed over; in what is not packed at all another letter is as good as the one that was there.
 */
export function damagedStreams(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (/\/Encrypt\b/.test(text)) return 0;
  let damaged = 0;
  for (const { 0: word, index } of text.matchAll(/\bstream\r?\n/g)) {
    const start = index + word.length;
    const before = text.slice(Math.max(0, index - LONGEST_DICTIONARY), index);
    const head = before.slice(before.lastIndexOf(" obj") + 1);
    const end = text.indexOf("endstream", start);
    const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(head)?.[1]?.match(/\w+/g) ?? [];
    const unpack = UNPACKED[filters.join(" ")];
    if (end < 0 || !isOfItsLength(text, { start, head }) || (unpack && !unpacks(bytes.subarray(start, end), unpack)))
      damaged++;
  }
  return damaged;
}

/** True where it does not say a length of its own. */
function isOfItsLength(text: string, { start, head }: { start: number; head: string }): boolean {
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R|\d)/.exec(head)?.[1];
  if (length === undefined) return true;
  const behind = start + Number(length);
  return /^\s{0,4}endstream/.test(text.slice(behind, behind + 16));
}

/** Characters between the number of an object and its stream. */
const LONGEST_DICTIONARY = 4_000;

const inflate = (packed: Uint8Array) => void inflateSync(packed, { maxOutputLength: MOST_BYTES });

/** By the names of filters. */
const UNPACKED: Readonly<Record<string, (packed: Uint8Array) => void>> = {
  FlateDecode: inflate,
  "ASCII85Decode FlateDecode": (packed) => inflate(fromAscii85(packed)),
};

function unpacks(packed: Uint8Array, unpack: (packed: Uint8Array) => void): boolean {
  try {
    unpack(packed);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
  }
}

/** Groups of five letters are four bytes, `z` four of 0; it ends with `~>` (ISO 32000-1, 7.4.3). @throws RangeError for other letters */
function fromAscii85(packed: Uint8Array): Buffer {
  const [letters = "", ...more] = Buffer.from(packed)
    .toString("latin1")
    .replace(/[\s\0]/g, "")
    .split("~>");
  const found = letters.replaceAll("z", "!!!!!");
  if (more.length === 0 || /[^!-u]/.test(found)) throw new RangeError("no ASCII85");
  const bytes: number[] = [];
  for (let at = 0; at < found.length; at += 5) {
    const group = found.slice(at, at + 5);
    const value = [...group.padEnd(5, "u")].reduce((sum, letter) => sum * 85 + letter.charCodeAt(0) - 33, 0);
    bytes.push(...[24, 16, 8, 0].slice(0, group.length - 1).map((bits) => Math.floor(value / 2 ** bits) % 256));
  }
  return Buffer.from(bytes);
}
