import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { embeddingSchema } from "../../../db/embeddings/options.ts";
import {
  type TransformersModule,
  type TransformersOptions,
  transformersEmbedding,
} from "../../../db/embeddings/transformers.ts";
import type { EmbeddingPort } from "../../../db/ports/ports.ts";
import { describeUnless } from "../../left-out.ts";

/** Made by `scripts/minilm.ts`; `.ci/run` has it made where the package index has it, and then requires it. */
const FOLDER = process.env.SCOPEBENCH_MINILM ?? fileURLToPath(new URL("../../../.scopebench/minilm", import.meta.url));
const present = existsSync(join(FOLDER, "model"));

describeUnless(
  present || process.env.SCOPEBENCH_MINILM ? null : "the model; node --import tsx scripts/minilm.ts makes it",
  "all-MiniLM-L6-v2 in transformers.js",
  () => {
    it("gives the published similarities of its model card, and vectors that do not depend on their neighbours", async () => {
      const port = await minilm(join(FOLDER, "model"));
      expect(port).toMatchObject({ dimensions: 384, notes: [] });
      const long = Array.from({ length: 400 }, (_word, at) => `word${at}`).join(" ");
      const texts = [...PAIRS.flatMap(([a, b]) => [a, b] as string[]), "x", long, "The cat sits inside"];
      const together = await port.embed(texts);
      for (const [at, text] of texts.entries()) {
        const [alone] = await port.embed([text]);
        expect(Buffer.from(alone!.buffer).equals(Buffer.from(together[at]!.buffer))).toBe(true);
      }
      for (const [at, [, , similarity]] of PAIRS.entries())
        expect(product(together[2 * at]!, together[2 * at + 1]!)).toBeCloseTo(similarity, 3);
    });

    it("names what is damaged: weights cut off, a tokenizer that is none", async () => {
      const copy = await mkdtemp(join(tmpdir(), "scopebench-damaged-"));
      try {
        await cp(join(FOLDER, "model"), copy, { recursive: true });
        await truncate(join(copy, "onnx/model.onnx"), 1_000_000);
        await expect(minilm(copy)).rejects.toMatchObject({ code: "substrate", message: expect.stringContaining(copy) });
        await writeFile(join(copy, "tokenizer.json"), "{}");
        await expect(minilm(copy)).rejects.toMatchObject({ code: "substrate" });
      } finally {
        await rm(copy, { recursive: true });
      }
    });
  },
);

/** Of Sentence Transformers' documentation, computed with the original weights. */
const PAIRS = [
  ["The new movie is awesome", "The new movie is so great", 0.8939],
  ["The cat sits outside", "The dog plays in the garden", 0.2838],
  ["A man is playing guitar", "A woman watches TV", -0.0327],
] as const;

function minilm(path: string): Promise<EmbeddingPort> {
  const options = embeddingSchema.parse({ type: "transformers", path, contextTokens: 256 });
  const runtime = createRequire(join(FOLDER, "/")).resolve("@huggingface/transformers");
  const load = async () => (await import(pathToFileURL(runtime).href)) as TransformersModule;
  return transformersEmbedding("minilm", options as TransformersOptions, load);
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}
