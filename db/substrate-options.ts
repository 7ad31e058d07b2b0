import { z } from "zod";
import { DEFAULT_SATURATION } from "./search/bm25-dialect.ts";
import { BM25_NAMES } from "./search/dialects.ts";
import { DEFAULT_ANALYSIS } from "./search/terms.ts";

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

const searchSchema = z.strictObject({
  stemming: z.enum(["porter", "none"]).default("porter"),
  stopWords: z
    .union([z.enum(["english", "none"]), z.array(z.string().min(1))])
    .default("english")
    .describe("words that are not indexed: a list's name, or one's own"),
  splitNames: z.boolean().default(DEFAULT_ANALYSIS.splitNames).describe("NGSetupRequest is found by ng setup request"),
  // pg_textsearch's limits.
  k1: z.number().min(0.1).max(10).default(DEFAULT_SATURATION.k1),
  b: z.number().min(0).max(1).default(DEFAULT_SATURATION.b),
});

/** pgvector's limits; the defaults are measured in design/substrate.md. */
const hnswSchema = z.strictObject({
  m: z.number().int().min(2).max(100).default(16),
  efConstruction: z.number().int().min(4).max(1000).default(64),
  efSearch: z.number().int().min(1).max(1000).default(400),
});

/** What decides a substrate besides the corpus. */
export const substrateOptionsSchema = z.strictObject({
  cacheDirectory: z.string().default(".scopebench").describe("holds snapshots and private copies"),
  vectorIndex: z
    .enum(["exact", "hnsw"])
    .default("exact")
    .describe("exact search is deterministic; HNSW is faster on large corpora"),
  hnsw: hnswSchema.prefault({}),
  embedding: embeddingSchema.prefault({ type: "lsa" }),
  bm25: z.enum(BM25_NAMES).default("pg_textsearch"),
  search: searchSchema.prefault({}).describe("how texts become terms, and BM25's parameters"),
});

export type SubstrateOptions = z.infer<typeof substrateOptionsSchema>;
export type EmbeddingOptions = SubstrateOptions["embedding"];
