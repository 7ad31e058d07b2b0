import { z } from "zod";
import { DTYPES } from "../../../db/embeddings/local-model/weight-files.ts";
import { DEFAULT_SATURATION } from "../../../db/search/bm25-dialect.ts";
import { environmentNameSchema } from "./environment-name.ts";
import { secondsSchema } from "./seconds.ts";

const positive = z.number().int().positive();

/** How texts become terms, and BM25's parameters. Defaults: db/options/substrate-options.ts. */
export const searchSchema = z.strictObject({
  stemming: z.enum(["porter", "none"]).default("porter"),
  stop_words: z
    .union([z.enum(["english", "none"]), z.array(z.string().min(1))])
    .default("english")
    .describe("stop words: the name of a list, or your own"),
  split_names: z.boolean().default(true).describe("NGSetupRequest is found by ng setup request"),
  k1: z.number().min(0.1).max(10).default(DEFAULT_SATURATION.k1).describe("saturation of repeated terms"),
  b: z.number().min(0).max(1).default(DEFAULT_SATURATION.b).describe("share of the length normalisation"),
});

/** With `vector_index: hnsw`. Each build measures its recall and records it. */
export const hnswSchema = z.strictObject({
  m: z.number().int().min(2).max(100).default(16),
  ef_construction: z.number().int().min(4).max(1000).default(64),
  ef_search: z.number().int().min(1).max(1000).default(400),
});

export const contextTokens = z
  .number()
  .int()
  .min(64)
  .optional()
  .describe("the model's context, which decides the size of chunks");

/** The embedding of all texts and queries: one of four. */
export const embeddingSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("lsa").describe("learned from the corpus, deterministic"),
    dimensions: positive.default(128),
    seed: z.number().int().default(1),
    context_tokens: contextTokens,
  }),
  z.strictObject({
    type: z.literal("openai").describe("any OpenAI-compatible embeddings endpoint"),
    base_url: z.url(),
    model: z.string().min(1),
    dimensions: positive,
    api_key_env: environmentNameSchema.optional(),
    price: z.number().min(0).optional().describe("US dollars per million tokens"),
    batch_size: positive.max(2048).optional(),
    max_retries: z.number().int().min(0).optional(),
    request_timeout_s: secondsSchema.optional(),
    context_tokens: contextTokens,
  }),
  z.strictObject({
    type: z
      .literal("transformers")
      .describe("a transformers.js model in a local folder; needs @huggingface/transformers"),
    path: z.string().min(1),
    dimensions: positive.optional().describe("checked against the model"),
    pooling: z.enum(["mean", "cls", "last_token"]).optional(),
    dtype: z.enum(DTYPES).optional().describe("which of the model's weight files: fp32, fp16, q8, ..."),
    batch_size: positive.max(1024).optional(),
    context_tokens: contextTokens,
  }),
  z.strictObject({
    type: z.literal("static").describe("a file of word vectors: word2vec or GloVe text, or JSON Lines"),
    path: z.string().min(1),
    dimensions: positive.optional().describe("checked against the file"),
    context_tokens: contextTokens,
  }),
]);
