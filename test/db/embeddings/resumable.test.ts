import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embeddingSchema } from "../../../db/embeddings/options.ts";
import { resumable } from "../../../db/embeddings/resumable.ts";
import type { EmbeddingPort } from "../../../db/ports/ports.ts";
import { stoppable } from "../../../harness/run/stages/ingest-lines.ts";

let cacheDirectory: string;
beforeEach(async () => {
  cacheDirectory = await mkdtemp(join(tmpdir(), "scopebench-vectors-"));
});
afterEach(() => rm(cacheDirectory, { recursive: true }));

const server = { type: "openai", baseUrl: "http://127.0.0.1/v1", model: "m", dimensions: 2, batchSize: 100 };

/** A text's vector is its length and 1; the port fails once `limit` texts were asked for. */
function embedding(options: unknown, limit = Number.POSITIVE_INFINITY) {
  const asked: string[][] = [];
  const port: EmbeddingPort = {
    id: "test",
    dimensions: 2,
    async embed(texts, onProgress) {
      onProgress?.(0, texts.length);
      if (asked.flat().length + texts.length > limit) throw new Error("the server is gone");
      asked.push([...texts]);
      return texts.map((text) => Float32Array.of(text.length, 1 / 3));
    },
  };
  return { asked, port: resumable(port, { options: embeddingSchema.parse(options), cacheDirectory }) };
}

const texts = Array.from({ length: 1000 }, (_text, at) => `text ${at}`);

describe("resumable", () => {
  it("goes on where an ingest was interrupted, with the same bits", async () => {
    const first = embedding(server, 700);
    await expect(first.port.embed(texts)).rejects.toThrow("gone");
    const [file] = await readdir(join(cacheDirectory, "vectors"));
    await appendFile(join(cacheDirectory, "vectors", file!), '{"hash":"half a line');
    const second = embedding(server);
    const progress: number[][] = [];
    const vectors = await second.port.embed(texts, (...step) => progress.push(step));
    expect(second.asked.map((slice) => slice.length)).toEqual([300, 100]);
    expect(progress).toEqual([
      [0, 400],
      [300, 400],
      [400, 400],
    ]);
    expect(vectors).toEqual(texts.map((text) => Float32Array.of(text.length, 1 / 3)));
  });

  it("ends with the signal of its ingest, and keeps what was made until then", async () => {
    const stop = new AbortController();
    const first = embedding(server);
    const ending = stoppable((_step, done) => {
      if (done > 0) stop.abort(new Error("interrupted"));
    }, stop.signal);
    const asIngest = (done: number, total: number) => ending("embeddings", done, total);
    await expect(first.port.embed(texts, asIngest)).rejects.toThrow("interrupted");
    const kept = first.asked.flat().length;
    expect(kept).toBeLessThan(texts.length);
    const second = embedding(server);
    await second.port.embed(texts);
    expect(second.asked.flat()).toHaveLength(texts.length - kept);
  });

  it("asks for an equal text once, and for nothing that it knows", async () => {
    const { asked, port } = embedding(server);
    expect(await port.embed(["a", "b", "a"])).toEqual(["a", "b", "a"].map(() => Float32Array.of(1, 1 / 3)));
    await port.embed(["b"]);
    expect(asked).toEqual([["a", "b"]]);
  });

  it("keeps vectors of two models apart", async () => {
    await embedding(server).port.embed(["a"]);
    const other = embedding({ ...server, model: "n" });
    await other.port.embed(["a"]);
    expect(other.asked).toEqual([["a"]]);
  });

  it("leaves alone what is learned from the corpus", async () => {
    const { asked, port } = embedding({ type: "lsa" });
    await port.embed(["a"]);
    await port.embed(["a"]);
    expect(asked).toHaveLength(2);
  });
});
