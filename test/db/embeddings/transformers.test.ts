import { describe, expect, it } from "vitest";
import { type TransformersModule, transformersEmbedding } from "../../../db/embeddings/transformers.ts";

const options = { path: "/models/tiny", pooling: "mean", dtype: "q8", batchSize: 2 } as const;

/** What the package does, as its documentation has it: there are no weights here to run it with. A text's vector is its length and 1. */
function packageLike(dims: (texts: number) => number[] = (texts) => [texts, 2]) {
  const calls: unknown[] = [];
  const module: TransformersModule = {
    env: { allowRemoteModels: true, localModelPath: "" },
    pipeline: async (...asked) => {
      calls.push([module.env.allowRemoteModels, module.env.localModelPath, ...asked]);
      return async (texts, how) => {
        calls.push([texts.length, how]);
        return { dims: dims(texts.length), data: Float32Array.from(texts.flatMap((text) => [text.length, 1])) };
      };
    },
  };
  return { module, calls };
}

describe("transformersEmbedding", () => {
  it("loads the folder's model without a network and embeds in batches, unit vectors in order", async () => {
    const { module, calls } = packageLike();
    const port = await transformersEmbedding("transformers:tiny@1", options, async () => module);
    expect(port).toMatchObject({ id: "transformers:tiny@1", dimensions: 2 });
    const vectors = await port.embed(["", "abc", "x"]);
    expect(vectors.map((vector) => vector[0]! / vector[1]!)).toEqual([0, expect.closeTo(3, 5), 1]);
    expect(Math.hypot(...vectors[1]!)).toBeCloseTo(1, 6);
    const how = { pooling: "mean", normalize: true };
    expect(calls).toEqual([
      [false, "/models", "feature-extraction", "tiny", { dtype: "q8", local_files_only: true }],
      [1, how],
      [2, how],
      [1, how],
    ]);
  });

  it("refuses features that are not one vector a text", async () => {
    const { module } = packageLike((texts) => [texts, 7, 2]);
    await expect(transformersEmbedding("t", options, async () => module)).rejects.toMatchObject({ code: "substrate" });
  });

  it("says that the model does not load", async () => {
    const { module } = packageLike();
    const broken = { ...module, pipeline: () => Promise.reject(new Error("no such file")) };
    await expect(transformersEmbedding("t", options, async () => broken)).rejects.toMatchObject({
      code: "substrate",
      message: expect.stringContaining("no such file"),
    });
  });

  it("names the package where it is not installed, as here", async () => {
    await expect(transformersEmbedding("t", options)).rejects.toMatchObject({
      code: "environment",
      message: expect.stringContaining("@huggingface/transformers"),
    });
  });
});
