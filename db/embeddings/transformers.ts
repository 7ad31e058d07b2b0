import { basename, dirname, resolve } from "node:path";
import { UserError } from "../../base/user-error.ts";
import type { EmbeddingPort } from "../ports.ts";
import { unitVector } from "./unit-vector.ts";

export interface TransformersOptions {
  /** Folder of a model as transformers.js reads it: config.json, tokenizer.json, onnx/model*.onnx. */
  path: string;
  pooling: "mean" | "cls" | "last_token";
  dtype: string;
  /** Texts a pass. */
  batchSize: number;
}

/** What is used of `@huggingface/transformers` (version 3 and later). */
export interface TransformersModule {
  env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { dtype: string; local_files_only: boolean },
  ): Promise<(texts: string[], options: { pooling: string; normalize: boolean }) => Promise<Features>>;
}

interface Features {
  dims: readonly number[];
  data: ArrayLike<number>;
}

/** Not among our dependencies: it brings 400 MB of run time with it. */
const PACKAGE = "@huggingface/transformers";

/**
 * Sentence embeddings by a local model, without a network. One text is embedded at once to learn the dimensions.
 * Throws a UserError: `environment` without the package, `substrate` when the model does not load or answers otherwise.
 */
export async function transformersEmbedding(
  id: string,
  options: TransformersOptions,
  load: () => Promise<TransformersModule> = importTransformers,
): Promise<EmbeddingPort> {
  const extract = await openModel(options, await load());
  const embedBatch = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const features = await extract([...texts], { pooling: options.pooling, normalize: true });
    return rowsOf(features, texts.length);
  };
  const [probe] = await embedBatch(["dimensions"]);
  return {
    id,
    dimensions: probe!.length,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += options.batchSize)
        vectors.push(...(await embedBatch(texts.slice(start, start + options.batchSize))));
      return vectors;
    },
  };
}

async function importTransformers(): Promise<TransformersModule> {
  try {
    return (await import(PACKAGE)) as TransformersModule;
  } catch (error) {
    throw new UserError(
      "environment",
      `embeddings by a local model need the package ${PACKAGE}, which is not installed`,
      {
        hint: `npm install ${PACKAGE}`,
        cause: error,
      },
    );
  }
}

async function openModel({ path, dtype }: TransformersOptions, { env, pipeline }: TransformersModule) {
  const folder = resolve(path);
  env.allowRemoteModels = false;
  env.localModelPath = dirname(folder);
  try {
    return await pipeline("feature-extraction", basename(folder), { dtype, local_files_only: true });
  } catch (error) {
    throw new UserError(
      "substrate",
      `${folder}: expected a model that transformers.js reads: ${(error as Error).message}`,
      {
        hint: "the folder holds config.json, tokenizer.json and onnx/model.onnx (or the file of the dtype asked for)",
        cause: error,
      },
    );
  }
}

function rowsOf({ dims, data }: Features, count: number): Float32Array[] {
  const [rows, dimensions = 0] = dims;
  if (dims.length !== 2 || rows !== count)
    throw new UserError(
      "substrate",
      `the local model gave features of shape ${dims.join(" x ")}: expected one vector for each of ${count} texts`,
    );
  return Array.from({ length: count }, (_value, row) =>
    unitVector(Array.from({ length: dimensions }, (_cell, column) => data[row * dimensions + column]!)),
  );
}
