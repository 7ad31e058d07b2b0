import { z } from "zod";
import { embeddingSchema } from "./embeddings/options.ts";
import { DEFAULT_SATURATION } from "./search/bm25-dialect.ts";
import { BM25_NAMES } from "./search/dialects.ts";
import { DEFAULT_ANALYSIS } from "./search/terms.ts";

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
