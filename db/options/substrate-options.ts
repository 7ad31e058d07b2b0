import { z } from "zod";
import { embeddingSchema } from "../embeddings/options.ts";
import { DEFAULT_SATURATION } from "../search/bm25-dialect.ts";
import { BM25_NAMES } from "../search/dialects.ts";
import { DEFAULT_ANALYSIS } from "../search/terms.ts";

const searchSchema = z.strictObject({
  stemming: z.enum(["porter", "none"]).default("porter"),
  stopWords: z
    .union([z.enum(["english", "none"]), z.array(z.string().min(1))])
    .default("english")
    .describe("stop words: the name of a list, or your own"),
  splitNames: z.boolean().default(DEFAULT_ANALYSIS.splitNames).describe("NGSetupRequest is found by ng setup request"),
  // pg_textsearch's limits.
  k1: z.number().min(0.1).max(10).default(DEFAULT_SATURATION.k1),
  b: z.number().min(0).max(1).default(DEFAULT_SATURATION.b),
});

/** pgvector's limits; `perf/hnsw.ts` tries others. */
const hnswSchema = z.strictObject({
  m: z.number().int().min(2).max(100).default(16),
  efConstruction: z.number().int().min(4).max(1000).default(64),
  efSearch: z.number().int().min(1).max(1000).default(400),
});

const environmentName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, "the NAME of an environment variable, never its value");

const databaseSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("embedded").describe("PGlite, in the cache directory") }),
  z.strictObject({
    type: z.literal("postgres").describe("PostgreSQL 16 or newer with pgvector; a database a snapshot"),
    urlEnv: environmentName.default("SCOPEBENCH_POSTGRES_URL").describe("holds postgres://user:password@host/database"),
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,19}$/)
      .default("scopebench")
      .describe("start of the databases' names"),
  }),
]);

const graphSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("age").describe("Apache AGE in PGlite") }),
  z.strictObject({
    type: z.literal("neo4j").describe("Neo4j 5; its database holds one snapshot at a time"),
    urlEnv: environmentName.default("SCOPEBENCH_NEO4J_URL").describe("holds bolt://host:7687"),
    userEnv: environmentName.default("SCOPEBENCH_NEO4J_USER"),
    passwordEnv: environmentName.default("SCOPEBENCH_NEO4J_PASSWORD"),
    database: z.string().min(1).default("neo4j"),
  }),
]);

/** What decides a substrate besides the corpus. */
export const substrateOptionsSchema = z.strictObject({
  cacheDirectory: z.string().default(".scopebench").describe("holds snapshots and private copies"),
  vectorIndex: z
    .enum(["exact", "hnsw"])
    .default("exact")
    .describe("exact search is deterministic; HNSW is faster on large corpora"),
  hnsw: hnswSchema.prefault({}),
  database: databaseSchema.prefault({ type: "embedded" }),
  graph: graphSchema.prefault({ type: "age" }),
  embedding: embeddingSchema.prefault({ type: "lsa" }),
  bm25: z.enum(BM25_NAMES).default("pg_textsearch"),
  search: searchSchema.prefault({}).describe("how texts become terms, and BM25's parameters"),
});

export type SubstrateOptions = z.infer<typeof substrateOptionsSchema>;
