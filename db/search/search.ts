import type { EmbeddingPort, SearchPort, SqlPort } from "../ports.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { fuse } from "./hybrid.ts";
import { keywordSearch } from "./keyword.ts";
import type { Analysis } from "./terms.ts";
import { type VectorIndex, vectorSearch } from "./vector.ts";

/** Search over a relational back end. */
export function sqlSearch(store: {
  sql: SqlPort;
  dialect: Bm25Dialect;
  analysis: Analysis;
  embedding: EmbeddingPort;
  index: VectorIndex;
}): SearchPort {
  return {
    dialect: store.dialect.name,
    keyword: (query, options) => keywordSearch(store, query, options),
    vector: (query, options) => vectorSearch(store, query, options),
    async hybrid(query, { limit, pool, k, filter }) {
      const lists = [
        await keywordSearch(store, query, { limit: pool, filter }),
        await vectorSearch(store, query, { limit: pool, filter }),
      ];
      return fuse(lists, { k, limit });
    },
  };
}
