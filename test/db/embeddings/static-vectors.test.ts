import { describe, expect, it } from "vitest";
import { countWords, staticEmbedding } from "../../../db/embeddings/static-vectors.ts";

const vectors = {
  dimensions: 2,
  index: new Map([
    ["paging", 0],
    ["handover", 1],
    ["request", 2],
  ]),
  values: Float32Array.from([1, 0, 0, 1, 1, 1]),
};

const counts = await countWords([["paging request", "handover request", "request the zebra"]], vectors);

describe("static vectors", () => {
  const port = staticEmbedding("static:test", vectors, counts);

  it("counts the texts that hold a word with a vector", () => {
    expect(counts).toEqual({ texts: 3, counts: { paging: 1, handover: 1, request: 3 } });
  });

  it("weights each word by ln((1 + N) / (1 + n)) + 1 and gives a unit vector", async () => {
    const [vector] = await port.embed(["Paging request"]);
    const [rare, common] = [Math.log(4 / 2) + 1, Math.log(4 / 4) + 1];
    const sum = [rare + common, common];
    const norm = Math.hypot(...sum);
    expect([...vector!]).toEqual(sum.map((value) => expect.closeTo(value / norm, 6)));
  });

  it("knows words that the corpus does not hold, and gives zeros where it knows none", async () => {
    const other = staticEmbedding("static:test", vectors, { texts: 0, counts: {} });
    const [known, unknown] = await other.embed(["handover", "the zebra"]);
    expect([...known!]).toEqual([0, 1]);
    expect([...unknown!]).toEqual([0, 0]);
  });
});
