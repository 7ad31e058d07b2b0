import { describe, expect, it } from "vitest";
import { readModelFolder } from "../../../../db/embeddings/local-model/folder.ts";
import { withModelFolder } from "./model-folder.ts";

const read = (files: Record<string, string | null>, options: { dtype?: "fp32" | "q8"; contextTokens?: number } = {}) =>
  withModelFolder(files, (path) => readModelFolder({ path, dtype: "fp32", contextTokens: 256, ...options }));

describe("readModelFolder", () => {
  it("finds nothing wrong with a whole folder of plain weights", async () => {
    expect(await read({})).toEqual({ quantizesAtRun: null });
  });

  it("names the operator by which a vector depends on its neighbours, in the file of the dtype asked for", async () => {
    const files = { "onnx/model_quantized.onnx": "\u0000\u0004MatMulInteger\u0000DynamicQuantizeLinear\u0000" };
    expect(await read(files, { dtype: "q8" })).toEqual({ quantizesAtRun: "DynamicQuantizeLinear" });
    expect(await read(files)).toEqual({ quantizesAtRun: null });
  });

  it("names all files that are missing or are not JSON at once", async () => {
    const files = { "config.json": "[]", "tokenizer.json": null, "onnx/model.onnx": null };
    await expect(read(files)).rejects.toMatchObject({
      code: "substrate",
      problems: ["config.json: expected a JSON object", "tokenizer.json is missing", "onnx/model.onnx is missing"],
    });
  });

  it("refuses a context that the model does not have", async () => {
    const files = { "tokenizer_config.json": '{"model_max_length": 128}' };
    await expect(read(files)).rejects.toMatchObject({ problems: [expect.stringContaining("takes 128 tokens")] });
    await expect(read({}, { contextTokens: 1024 })).rejects.toMatchObject({
      problems: [expect.stringContaining("takes 512 tokens")],
    });
  });
});
