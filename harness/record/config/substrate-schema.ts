import { z } from "zod";
import { BM25_NAMES } from "../../../db/search/dialects.ts";
import { environmentNameSchema } from "./environment-name.ts";
import { embeddingSchema, hnswSchema, searchSchema } from "./search-schema.ts";

const databaseSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("embedded").describe("PGlite, in the user's cache: nothing to install") }),
  z.strictObject({
    type: z.literal("postgres").describe("PostgreSQL 16 or newer with pgvector; each snapshot is a database"),
    url_env: environmentNameSchema
      .default("SCOPEBENCH_POSTGRES_URL")
      .describe("name of the variable that holds postgres://user:password@host/database"),
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,19}$/, "up to 20 lower-case letters, digits and underscores")
      .default("scopebench")
      .describe("start of the databases' names"),
  }),
]);

const graphSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("age").describe("Apache AGE, embedded") }),
  z.strictObject({
    type: z.literal("neo4j").describe("Neo4j 5; its database holds one snapshot at a time and is wiped to load it"),
    url_env: environmentNameSchema.default("SCOPEBENCH_NEO4J_URL").describe("holds bolt://host:7687"),
    user_env: environmentNameSchema.default("SCOPEBENCH_NEO4J_USER").describe("not set: neo4j"),
    password_env: environmentNameSchema.default("SCOPEBENCH_NEO4J_PASSWORD"),
    database: z.string().min(1).default("neo4j"),
  }),
]);

export const substrateSchema = z.strictObject({
  database: databaseSchema.prefault({ type: "embedded" }),
  graph: graphSchema.prefault({ type: "age" }),
  bm25: z.enum(BM25_NAMES).optional().describe("absent: the best that the database offers"),
  vector_index: z
    .enum(["exact", "hnsw"])
    .default("exact")
    .describe("exact is deterministic and fast enough for tens of thousands of texts"),
  hnsw: hnswSchema.prefault({}),
  search: searchSchema.prefault({}).describe("how texts become terms, and BM25's parameters"),
  embedding: embeddingSchema.prefault({ type: "lsa" }),
});
