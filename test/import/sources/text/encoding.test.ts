import { describe, expect, it } from "vitest";
import { decodeText } from "../../../../import/sources/text/encoding.ts";

const utf16 = (text: string, mark: boolean) => Buffer.from((mark ? "\uFEFF" : "") + text, "utf16le");
const xml = (encoding: string, body: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${body}</a>`;

describe("the encoding of a file", () => {
  it.each([
    ["UTF-8", Buffer.from("grün"), {}, "grün", "utf-8", false],
    ["UTF-8 with a byte order mark", Buffer.from("\uFEFFgrün"), {}, "grün", "utf-8", false],
    ["UTF-16 with a mark", utf16("grün", true), {}, "grün", "utf-16le", true],
    ["UTF-16 without one, of western letters", utf16("a note\nb", false), {}, "a note\nb", "utf-16le", true],
    ["the same with its great end first", utf16("a note", false).swap16(), {}, "a note", "utf-16be", true],
    ["UTF-8 with NUL characters in it", Buffer.from("a\0 note"), {}, "a\0 note", "utf-8", false],
    ["UTF-16 XML without one", utf16("<a>ü</a>", false), { xml: true }, "<a>ü</a>", "utf-16le", true],
    [
      "ISO-8859-1 by declaration",
      Buffer.from(xml("ISO-8859-1", "ü"), "latin1"),
      { xml: true },
      xml("ISO-8859-1", "ü"),
      "windows-1252",
      true,
    ],
    [
      "what claims to be UTF-16 and is UTF-8",
      Buffer.from(xml("utf-16", "ü")),
      { xml: true },
      xml("utf-16", "ü"),
      "utf-8",
      true,
    ],
    [
      "western words of one letter",
      Buffer.from("La velocità è più alta", "latin1"),
      {},
      "La velocità è più alta",
      "windows-1252",
      true,
    ],
    ["what the user says", Buffer.from([0xfc]), { asked: "windows-1252" }, "ü", "windows-1252", true],
  ])("is known for %s", (_what, bytes, options, text, encoding, isSaid) => {
    const decoded = decodeText(bytes, { name: "a", ...options });
    expect(decoded).toMatchObject({ text, encoding });
    expect(decoded.note !== null).toBe(isSaid);
  });

  it.each([
    ["three bytes that are not UTF-8", Buffer.from([0x0a, 0xe9, 0x61]), {}, "a:2: not UTF-8, and too little"],
    ["another code page", Buffer.from("Pr\x81fung, T\x81r, Gr\x94\xe1e, k\x84lter", "latin1"), {}, "too little"],
    ["UTF-8 cut within a sign", Buffer.from(`${"Worte ".repeat(50)}Prü`).subarray(0, -1), {}, "too little"],
    [
      "UTF-8 that breaks in line 3",
      Buffer.concat([Buffer.from(`${xml("utf-8", "")}\nü\n`), Buffer.from([0xff])]),
      { xml: true },
      "a:3: not utf-8",
    ],
    ["an encoding that nobody knows", Buffer.from(xml("klingon", "")), { xml: true }, 'unknown encoding "klingon"'],
  ])("refuses %s", (_what, bytes, options, message) => {
    expect(() => decodeText(bytes, { name: "a", ...options })).toThrow(message);
  });
});
