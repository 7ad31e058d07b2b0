import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkText } from "../../../db/ingest/chunking.ts";

const words = (count: number, from = 0) => Array.from({ length: count }, (_value, at) => `w${from + at}`).join(" ");

describe("chunkText", () => {
  it("keeps a text that fits in one piece, as it is", () => {
    expect(chunkText("  a\n\nb  c ", 100)).toEqual(["a\n\nb  c"]);
    expect(chunkText("", 100)).toEqual([""]);
  });

  it("fills 90 % of the context and repeats 10 % of the piece before", () => {
    // 200 tokens: 180 in a piece, 135 words at 4/3 tokens each, of which 13 are repeated.
    expect(chunkText(words(135), 200)).toEqual([words(135)]);
    expect(chunkText(words(136), 200)).toEqual([words(135), words(14, 122)]);
  });

  it("covers every word in order, without a piece that only repeats", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 80 }), (count, context) => {
        const chunks = chunkText(words(count), context);
        expect(new Set(chunks.join(" ").split(" ").filter(Boolean)).size).toBe(count);
        const last = chunks.map((chunk) => Number(chunk.split(" ").at(-1)?.slice(1) ?? -1));
        expect(last).toEqual([...new Set(last)].sort((a, b) => a - b));
      }),
    );
  });
});
