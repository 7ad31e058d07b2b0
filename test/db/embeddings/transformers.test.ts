import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { embeddingSchema } from "../../../db/embeddings/options.ts";
import { type TransformersModule, transformersEmbedding } from "../../../db/embeddings/transformers.ts";
import { withModelFolder } from "./local-model/model-folder.ts";

/** What the package does, without weights: a token is a letter's code, between 1 and 2; a token's features are its id and 1. */
function packageLike(
  featuresOf: (ids: number[][]) => number[][][] = (texts) => texts.map((ids) => ids.map((id) => [id, 1])),
) {
  const calls: { loaded: unknown[]; lengths: number[][] } = { loaded: [], lengths: [] };
  class Tensor {
    readonly rows: number[][];
    constructor(_type: "int64", data: BigInt64Array, [count, length]: readonly number[]) {
      const ids = Array.from(data, Number);
      this.rows = Array.from({ length: count! }, (_row, at) => ids.slice(at * length!, (at + 1) * length!));
    }
  }
  const module: TransformersModule = {
    env: { allowRemoteModels: true, localModelPath: "" },
    Tensor,
    AutoTokenizer: {
      from_pretrained: async () => ({
        encode: (text, options) => {
          const ids = [...text].map((letter) => letter.charCodeAt(0));
          return options?.add_special_tokens === false ? ids : [1, ...ids, 2];
        },
      }),
    },
    AutoModel: {
      from_pretrained: async (name, { dtype }) => {
        calls.loaded.push([module.env.allowRemoteModels, module.env.localModelPath, name, dtype]);
        return async ({ input_ids }) => {
          const { rows } = input_ids as Tensor;
          calls.lengths.push(rows.map((row) => row.length));
          const features = featuresOf(rows);
          return {
            last_hidden_state: {
              dims: [features.length, features[0]!.length, features[0]![0]!.length],
              data: features.flat(2),
            },
          };
        };
      },
    },
  };
  return { module, calls };
}

/** An embedding of a folder with these files, used while the folder is there. */
function embedding(
  { module }: { module: TransformersModule },
  { files = {}, ...options }: { files?: Record<string, string>; [option: string]: unknown } = {},
) {
  return withModelFolder(files, async (path) => {
    const parsed = embeddingSchema.parse({ type: "transformers", path, ...options });
    return { path, port: await transformersEmbedding("t", parsed as never, async () => module) };
  });
}

describe("transformersEmbedding", () => {
  it("loads the folder's model without a network", async () => {
    const fake = packageLike();
    const { path, port } = await embedding(fake);
    expect(port).toMatchObject({ id: "t", dimensions: 2, notes: [] });
    expect(fake.calls.loaded).toEqual([[false, dirname(path), basename(path), "fp32"]]);
  });

  it("gives the unit mean of a text's tokens, the first or the last, in the order of the texts", async () => {
    for (const [pooling, id] of [
      ["mean", (1 + 97 + 2) / 3],
      ["cls", 1],
      ["last_token", 2],
    ] as const) {
      const { port } = await embedding(packageLike(), { pooling });
      const vectors = await port.embed(["abc", "a", ""]);
      expect(vectors).toHaveLength(3);
      expect(vectors[1]![0]! / vectors[1]![1]!).toBeCloseTo(id, 3);
      expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 6);
    }
  });

  it("passes only texts of equally many tokens together, so that none is padded", async () => {
    const fake = packageLike();
    const { port } = await embedding(fake, { batchSize: 2 });
    await port.embed(["a", "abc", "b", "abd", "c"]);
    expect(fake.calls.lengths.slice(1)).toEqual([[3, 3], [3], [5, 5]]);
  });

  it("makes of a text beyond the context the mean of its windows, each weighted by its tokens", async () => {
    const fake = packageLike();
    const { port } = await embedding(fake, { contextTokens: 64 });
    const [vector] = await port.embed(["a".repeat(90)]);
    expect(fake.calls.lengths.at(-1)).toEqual([47, 47]);
    const [whole] = (await (await embedding(packageLike(), { contextTokens: 512 })).port.embed(["a".repeat(90)])) as [
      Float32Array,
    ];
    expect(vector![0]).toBeCloseTo(whole[0]!, 4);
  });

  it("embeds each text alone where weights are quantized, and says so", async () => {
    const fake = packageLike();
    const { port } = await embedding(fake, {
      dtype: "q8",
      files: { "onnx/model_quantized.onnx": "DynamicQuantizeLinear" },
    });
    await port.embed(["a", "b"]);
    expect(fake.calls.lengths.slice(1)).toEqual([[3], [3]]);
    expect(port.notes).toEqual([expect.stringContaining("quantized (DynamicQuantizeLinear)")]);
  });

  it.each<[string, TransformersModule]>([
    ["features of one vector a text", packageLike((texts) => [texts.map(() => [1, 2])]).module],
    ["numbers that are none", packageLike((texts) => texts.map((ids) => ids.map(() => [Number.NaN]))).module],
    [
      "an error of its own",
      packageLike(() => {
        throw new Error("indices element out of data bounds");
      }).module,
    ],
    [
      "a tokenizer that does not load",
      { ...packageLike().module, AutoTokenizer: { from_pretrained: () => Promise.reject(new Error("no vocabulary")) } },
    ],
  ])("refuses a model that gives %s", async (_what, module) => {
    await expect(embedding({ module })).rejects.toMatchObject({ code: "substrate" });
  });
});
