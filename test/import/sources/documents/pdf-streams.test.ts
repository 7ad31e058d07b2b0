import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { damagedStreams } from "../../../../import/sources/documents/pdf-streams.ts";

const TEXT = "BT (The system shall stop.) Tj ET ".repeat(20);
/** By the ISO's own words: five letters for four bytes, `z` for four of 0. Node has no encoder. */
const ascii85 = (bytes: Buffer) =>
  `${Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) => {
    const group = bytes.subarray(4 * at, 4 * at + 4);
    const value = Buffer.concat([group, Buffer.alloc(4)]).readUInt32BE(0);
    const letters = [4, 3, 2, 1, 0].map((power) => String.fromCharCode(33 + (Math.floor(value / 85 ** power) % 85)));
    return value === 0 && group.length === 4 ? "z" : letters.join("").slice(0, group.length + 1);
  }).join("")}~>`;

function pdf(filter: string, body: Buffer | string, length = body.length): Buffer {
  const head = `%PDF-1.4\n1 0 obj\n<< ${filter} /Length ${length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from("\nendstream\nendobj\n")]);
}

it.each([
  ["plain", pdf("", TEXT)],
  ["packed", pdf("/Filter /FlateDecode", deflateSync(TEXT))],
  ["packed, as letters", pdf("/Filter [ /ASCII85Decode /FlateDecode ]", ascii85(deflateSync(Buffer.from(TEXT))))],
  ["packed otherwise", pdf("/Filter /LZWDecode", TEXT)],
])("a stream that is %s and whole is not damaged; with bytes less, or others in their place, it is", (what, whole) => {
  expect(damagedStreams(whole)).toBe(0);
  const start = whole.indexOf("stream\n") + 20;
  expect(damagedStreams(Buffer.concat([whole.subarray(0, start), whole.subarray(start + 4)]))).toBe(1);
  const zeroed = Buffer.from(whole);
  zeroed.fill(0, start, start + 16);
  expect(damagedStreams(zeroed)).toBe(/^packed(?! otherwise)/.test(what) ? 1 : 0);
});
