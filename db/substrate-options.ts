import { z } from "zod";
import { BM25_DIALECTS, type Bm25Name } from "./search/dialects.ts";

const contextTokens = z
  .number()
  .int()
  .min(64)
  .describe("the model's context: a chunk fills 90 % of it and repeats 10 % of the one before");

const embeddingSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("lsa").describe("learned from the corpus, deterministic"),
    dimensions: z.number().int().min(2).max(2000).default(128),
    seed: z.number().int().default(1),
    // LSA has no limit of its own; this keeps a chunk to about a page.
    contextTokens: contextTokens.default(1024),
  }),
  z.strictObject({
    type: z.literal("openai").describe("any OpenAI-compatible embeddings endpoint"),
    baseUrl: z.url(),
    model: z.string().min(1),
    dimensions: z.number().int().min(2).max(2000),
    apiKeyEnv: z.string().optional().describe("name of the environment variable that holds the key"),
    contextTokens: contextTokens.default(8192),
    batchSize: z.number().int().min(1).max(2048).default(64),
    maxRetries: z.number().int().min(0).default(5),
    timeoutMs: z.number().int().min(1).default(60_000),
  }),
]);

/** What decides a substrate besides the corpus. */
export const substrateOptionsSchema = z.strictObject({
  cacheDirectory: z.string().default(".scopebench").describe("holds snapshots and private copies"),
  vectorIndex: z
    .enum(["exact", "hnsw"])
    .default("exact")
    .describe("exact search is deterministic; HNSW is faster on large corpora"),
  embedding: embeddingSchema.prefault({ type: "lsa" }),
  bm25: z.enum(Object.keys(BM25_DIALECTS) as [Bm25Name, ...Bm25Name[]]).default("pg_textsearch"),
});

export type SubstrateOptions = z.infer<typeof substrateOptionsSchema>;
export type EmbeddingOptions = SubstrateOptions["embedding"];
