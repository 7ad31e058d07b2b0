import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { create } from "fontkit";

/** A font file unpacked: the bytes that the PNG renderer reads, and advance widths for laying text out. */
export interface Font {
  family: string;
  weight: 400 | 700;
  sfnt: Buffer;
  /** The compressed original, for embedding into SVG. */
  woff2: Buffer;
  /** Width of a text in em. */
  measure(text: string): number;
}

/** Regular and bold only: the other weights carry other family names, which the PNG renderer would not find as Inter. */
const FILES = [
  { weight: 400, subset: "latin" },
  { weight: 700, subset: "latin" },
] as const;

/** Inter from the installed package, so that figures look the same on every machine. */
export async function loadFonts(): Promise<Font[]> {
  const require = createRequire(import.meta.url);
  return Promise.all(
    FILES.map(async ({ weight, subset }) => {
      const name = `@fontsource/inter/files/inter-${subset}-${weight}-normal`;
      const [woff, woff2] = await Promise.all([
        readFile(require.resolve(`${name}.woff`)),
        readFile(require.resolve(`${name}.woff2`)),
      ]);
      const sfnt = unpackWoff(woff);
      return { family: "Inter", weight, sfnt, woff2, measure: makeMeasure(sfnt) };
    }),
  );
}

const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;

/** WOFF 1.0 (W3C recommendation, 2012) to the sfnt it wraps: each table is stored plain or deflated. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new TypeError("expected a WOFF 1.0 font");
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF_HEADER + WOFF_ENTRY * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = SFNT_HEADER + SFNT_ENTRY * index;
    woff.copy(directory, at, entry, entry + 4);
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** Text width by the advance of each character's glyph, without kerning. */
function makeMeasure(sfnt: Buffer): (text: string) => number {
  const font = create(sfnt);
  if (!("glyphForCodePoint" in font)) throw new TypeError("expected one font, found a collection");
  const advance = (character: string) => font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth;
  return (text) => [...text].reduce((sum, character) => sum + advance(character), 0) / font.unitsPerEm;
}
