import { describe, expect, it } from "vitest";
import { equalLengthBatches, tokenWindows } from "../../../../db/embeddings/local-model/token-windows.ts";

const frame = { before: [101], behind: [102], most: 6 };

describe("tokenWindows", () => {
  it("keeps a text that fits in one window, framed, an empty one too", () => {
    expect(tokenWindows([1, 2, 3, 4], frame)).toEqual([[101, 1, 2, 3, 4, 102]]);
    expect(tokenWindows([], frame)).toEqual([[101, 102]]);
  });

  it("cuts a longer text into windows as even as they can be, with no token lost or twice", () => {
    expect(tokenWindows([1, 2, 3, 4, 5], frame)).toEqual([
      [101, 1, 2, 3, 102],
      [101, 4, 5, 102],
    ]);
    const long = Array.from({ length: 1000 }, (_token, at) => at);
    const windows = tokenWindows(long, { ...frame, most: 7 });
    expect(windows.flatMap((window) => window.slice(1, -1))).toEqual(long);
    expect(Math.max(...windows.map((window) => window.length))).toBe(7);
  });
});

describe("equalLengthBatches", () => {
  it("puts windows of one length together, at most so many, each once, in an order of its own", () => {
    const windows = [3, 1, 3, 2, 3].map((length) => ({ tokens: Array<number>(length).fill(0) }));
    const lengths = equalLengthBatches(windows, 2).map((batch) => batch.map(({ tokens }) => tokens.length));
    expect(lengths).toEqual([[1], [2], [3, 3], [3]]);
  });

  it("puts no more together than the processor's cache holds, and a longer window alone", () => {
    const windows = [200, 200, 200, 900, 900].map((length) => ({ tokens: Array<number>(length).fill(0) }));
    const lengths = equalLengthBatches(windows, 8).map((batch) => batch.map(({ tokens }) => tokens.length));
    expect(lengths).toEqual([[200, 200], [200], [900], [900]]);
  });
});
