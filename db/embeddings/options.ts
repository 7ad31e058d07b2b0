import { z } from "zod";
import { DTYPES } from "./local-model/weight-files.ts";

const contextTokens = z
  .number()
  .int()
  .min(64)
  .describe("the model's context: a chunk fills 90 % of it and repeats 10 % of the one before");
/** Of pgvector's index. */
export const MOST_DIMENSIONS = 2000;
const dimensions = z.number().int().min(2).max(MOST_DIMENSIONS);
const expected = dimensions.optional().describe("checked against the model; absent = whatever it has");

/** The embedding of a substrate: one of four. */
export const embeddingSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("lsa").describe("learned from the corpus, deterministic"),
    dimensions: dimensions.default(128),
    seed: z.number().int().default(1),
    // LSA has no limit of its own; this keeps a chunk to about a page.
    contextTokens: contextTokens.default(1024),
  }),
  z.strictObject({
    type: z.literal("openai").describe("any OpenAI-compatible embeddings endpoint"),
    baseUrl: z.url(),
    model: z.string().min(1),
    dimensions,
    apiKeyEnv: z.string().optional().describe("name of the environment variable that holds the key"),
    price: z.number().min(0).optional().describe("US dollars per million tokens"),
    contextTokens: contextTokens.default(8192),
    batchSize: z.number().int().min(1).max(2048).default(64),
    maxRetries: z.number().int().min(0).default(5),
    timeoutMs: z.number().int().min(1).default(60_000),
  }),
  z.strictObject({
    type: z.literal("transformers").describe("a transformers.js model in a local folder"),
    path: z.string().min(1),
    dimensions: expected,
    pooling: z.enum(["mean", "cls", "last_token"]).default("mean"),
    dtype: z.enum(DTYPES).default("fp32").describe("which of the model's weight files: fp32, fp16, q8, ..."),
    contextTokens: contextTokens.default(512),
    batchSize: z.number().int().min(1).max(1024).default(32),
  }),
  z.strictObject({
    type: z.literal("static").describe("a file of word vectors: word2vec or GloVe text, or JSON Lines"),
    path: z.string().min(1),
    dimensions: expected,
    contextTokens: contextTokens.default(1024),
  }),
]);

export type EmbeddingOptions = z.infer<typeof embeddingSchema>;
