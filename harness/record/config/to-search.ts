import type { z } from "zod";
import type { embeddingSchema, hnswSchema, searchSchema } from "./search-schema.ts";

/** The search sections of `bench.yaml` as the substrate's options take them. */
export function toSearchOptions(section: {
  search: z.infer<typeof searchSchema>;
  hnsw: z.infer<typeof hnswSchema>;
  embedding: z.infer<typeof embeddingSchema>;
}) {
  const { stop_words, split_names, ...search } = section.search;
  return {
    search: { ...search, stopWords: stop_words, splitNames: split_names },
    hnsw: { m: section.hnsw.m, efConstruction: section.hnsw.ef_construction, efSearch: section.hnsw.ef_search },
    embedding: toEmbedding(section.embedding),
  };
}

/** Absent members get the substrate's defaults. */
export function toEmbedding({ context_tokens, ...embedding }: z.infer<typeof embeddingSchema>) {
  const common = { contextTokens: context_tokens };
  if (embedding.type === "lsa" || embedding.type === "static") return { ...embedding, ...common };
  if (embedding.type === "transformers") {
    const { batch_size, ...rest } = embedding;
    return { ...rest, ...common, batchSize: batch_size };
  }
  const { type, model, dimensions, price, request_timeout_s: seconds } = embedding;
  return {
    ...{ type, model, dimensions, price, ...common },
    baseUrl: embedding.base_url,
    apiKeyEnv: embedding.api_key_env,
    batchSize: embedding.batch_size,
    maxRetries: embedding.max_retries,
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
  };
}
