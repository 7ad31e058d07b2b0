import { availableParallelism } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { isThere } from "../../base/parts.ts";
import { UserError } from "../../base/user-error.ts";
import type { EmbeddingPort } from "../ports/ports.ts";
import { readModelFolder } from "./local-model/folder.ts";
import { equalLengthBatches, tokenWindows } from "./local-model/token-windows.ts";
import type { EmbeddingOptions } from "./options.ts";
import { unitVector } from "./unit-vector.ts";

export type TransformersOptions = Extract<EmbeddingOptions, { type: "transformers" }>;

/** What is used of `@huggingface/transformers` (version 3 and later). */
export interface TransformersModule {
  env: { allowRemoteModels: boolean; localModelPath: string };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
  AutoTokenizer: { from_pretrained(model: string, options: { local_files_only: boolean }): Promise<Tokenizer> };
  AutoModel: {
    from_pretrained(
      model: string,
      options: { dtype: string; local_files_only: boolean; session_options: object },
    ): Promise<(inputs: Record<string, unknown>) => Promise<Record<string, Features | undefined>>>;
  };
}

interface Tokenizer {
  encode(text: string, options?: { add_special_tokens: boolean }): number[];
}

interface Features {
  dims: readonly number[];
  data: ArrayLike<number>;
}

/** Not among our dependencies: it brings 470 MB of run time with it. */
const PACKAGE = "@huggingface/transformers";

/**
 * Sentence embeddings by a local ONNX model, without a network. A text's vector is of that text alone: only windows of
 * equally many tokens share a pass, so nothing is padded. A text that is longer than the model's context becomes the
 * mean of its windows, each weighted by its tokens. One text is embedded at once to learn the dimensions.
 * Throws a UserError: `environment` without the package, `substrate` when the model does not load or answers otherwise.
 */
export async function transformersEmbedding(
  id: string,
  options: TransformersOptions,
  load: () => Promise<TransformersModule> = () => importTransformers(),
): Promise<EmbeddingPort> {
  const folder = await readModelFolder(options);
  const module = await load();
  const { tokenizer, model } = await openModel(options, module);
  const frame = frameOf(tokenizer);
  const batchSize = folder.quantizesAtRun ? 1 : options.batchSize;
  const vectorsOf = (rows: readonly (readonly number[])[]) =>
    model(inputsOf(rows, module)).then(
      (output) => pooled(output, rows, options),
      (error: Error) => Promise.reject(unreadable(options, error)),
    );
  const embed: EmbeddingPort["embed"] = async (texts, onProgress) => {
    const windows = texts.map((text) =>
      tokenWindows(tokenizer.encode(text, { add_special_tokens: false }), { ...frame, most: options.contextTokens }),
    );
    const flat = windows.flatMap((own, text) => own.map((tokens) => ({ text, tokens })));
    const sums = new Map<number, Float64Array>();
    let done = 0;
    for (const batch of equalLengthBatches(flat, batchSize)) {
      onProgress?.(Math.floor((texts.length * done) / flat.length), texts.length);
      const vectors = await vectorsOf(batch.map(({ tokens }) => tokens));
      batch.forEach(({ text, tokens }, at) => {
        addTo(sums, text, { vector: vectors[at]!, weight: tokens.length });
      });
      done += batch.length;
    }
    return texts.map((_text, at) => unitVector(sums.get(at)!));
  };
  const [probe] = await embed(["dimensions"]);
  const notes = folder.quantizesAtRun
    ? [
        `${id}: its weights are quantized (${folder.quantizesAtRun}), so a vector would depend on the texts beside it: each is embedded alone, and another processor may give other vectors`,
      ]
    : [];
  return { id, dimensions: probe!.length, notes, embed };
}

const EMBEDDINGS_NEED = "embeddings by a local model need";

/** @param what is missing without it, as a message names it */
export async function importTransformers<Module = TransformersModule>(what = EMBEDDINGS_NEED): Promise<Module> {
  try {
    return (await import(PACKAGE)) as Module;
  } catch (error) {
    throw notInstalled(what, error);
  }
}

/** What importing it would say, without loading it. @throws UserError `environment` with the line that installs it */
export function requireTransformers(what = EMBEDDINGS_NEED): void {
  if (!isThere(PACKAGE)) throw notInstalled(what);
}

function notInstalled(what: string, cause?: unknown): UserError {
  return new UserError("environment", `${what} the package ${PACKAGE}, which is not installed`, {
    hint: `npm install ${PACKAGE}`,
    cause,
  });
}

async function openModel(
  { path, dtype }: TransformersOptions,
  { env, AutoTokenizer, AutoModel }: TransformersModule,
): Promise<{ tokenizer: Tokenizer; model: Awaited<ReturnType<typeof AutoModel.from_pretrained>> }> {
  const folder = resolve(path);
  env.allowRemoteModels = false;
  env.localModelPath = dirname(folder);
  const session_options = sessionOptions();
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(basename(folder), { local_files_only: true });
    const model = await AutoModel.from_pretrained(basename(folder), { dtype, local_files_only: true, session_options });
    return { tokenizer, model };
  } catch (error) {
    throw unreadable({ path }, error as Error);
  }
}

/** Of the ONNX run time. */
export function sessionOptions(): object {
  return {
    intraOpNumThreads: availableParallelism(),
    // Threads that wait would spin: twice the processor time for the same vectors.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
    // Errors alone: they are thrown as well.
    logSeverityLevel: 4,
  };
}

export function unreadable({ path }: Pick<TransformersOptions, "path">, cause: Error): UserError {
  return new UserError("substrate", `${resolve(path)}: expected a model that transformers.js reads: ${cause.message}`, {
    hint: "its files may be damaged, or of two models: fetch the folder again",
    cause,
  });
}

/** The tokens that the tokenizer puts before and behind a text, as `[CLS]` and `[SEP]`. */
function frameOf(tokenizer: Tokenizer): { before: readonly number[]; behind: readonly number[] } {
  const [bare, framed] = [tokenizer.encode("a", { add_special_tokens: false }), tokenizer.encode("a")];
  const start = framed.indexOf(bare[0]!);
  return { before: framed.slice(0, start), behind: framed.slice(start + bare.length) };
}

function inputsOf(rows: readonly (readonly number[])[], { Tensor }: TransformersModule): Record<string, unknown> {
  const dims = [rows.length, rows[0]!.length];
  const ids = BigInt64Array.from(rows.flat(), BigInt);
  return {
    input_ids: new Tensor("int64", ids, dims),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), dims),
    token_type_ids: new Tensor("int64", new BigInt64Array(ids.length), dims),
  };
}

/** A unit vector for each row of tokens, by the rule that the model was trained with. */
function pooled(
  output: Record<string, Features | undefined>,
  rows: readonly (readonly number[])[],
  { path, pooling }: TransformersOptions,
): Float32Array[] {
  const { dims, data } = output.last_hidden_state ?? output.token_embeddings ?? output.logits ?? { dims: [], data: [] };
  const tokens = rows[0]!.length;
  const [count, length, dimensions = 0] = dims;
  if (dims.length !== 3 || count !== rows.length || length !== tokens)
    throw new UserError(
      "substrate",
      `${resolve(path)}: expected a vector for each of ${tokens} tokens of ${rows.length} texts, found features of shape ${dims.join(" x ") || "none"}`,
      { hint: "export the model for feature extraction" },
    );
  const [first, end] = { mean: [0, tokens], cls: [0, 1], last_token: [tokens - 1, tokens] }[pooling] as [
    number,
    number,
  ];
  return rows.map((_row, at) => {
    const sums = new Float64Array(dimensions);
    for (let token = first; token < end; token++) {
      const start = (at * tokens + token) * dimensions;
      for (let k = 0; k < dimensions; k++) sums[k]! += data[start + k]!;
    }
    if (!sums.every(Number.isFinite)) throw unreadable({ path }, new Error("it gives vectors that are not numbers"));
    return unitVector(sums);
  });
}

function addTo(
  sums: Map<number, Float64Array>,
  text: number,
  { vector, weight }: { vector: Float32Array; weight: number },
): void {
  const sum = sums.get(text) ?? new Float64Array(vector.length);
  vector.forEach((value, k) => {
    sum[k]! += weight * value;
  });
  sums.set(text, sum);
}
