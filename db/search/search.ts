import { UserError } from "../../base/user-error.ts";
import type { EmbeddingPort, SearchFilter, SearchPort, SqlPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { fuse } from "./hybrid.ts";
import { keywordSearch } from "./keyword.ts";
import { withTexts } from "./ranked-chunks.ts";
import { similaritySearch } from "./similarity.ts";
import { type VectorIndex, vectorSearch } from "./vector.ts";

interface SearchStore {
  sql: SqlPort;
  dialect: Bm25Dialect;
  analysis: TextAnalysis;
  embedding: EmbeddingPort;
  index: VectorIndex;
  snapshotHash: string;
}

/** Search over a relational back end. */
export function sqlSearch(store: SearchStore): SearchPort {
  return {
    dialect: store.dialect.name,
    async keyword(query, options) {
      checkSnapshot(store, options.filter);
      return withTexts(store.sql, await keywordSearch(store, query, options));
    },
    async vector(query, options) {
      checkSnapshot(store, options.filter);
      return withTexts(store.sql, await vectorSearch(store, query, options));
    },
    async hybrid(query, { limit, pool, k, filter }) {
      checkSnapshot(store, filter);
      // A server answers both at once; PGlite queues them.
      const lists = await Promise.all([
        keywordSearch(store, query, { limit: pool, filter }),
        vectorSearch(store, query, { limit: pool, filter }),
      ]);
      return withTexts(store.sql, fuse(lists, { k, limit }));
    },
    similarity: similaritySearch(store),
  };
}

function checkSnapshot({ snapshotHash }: SearchStore, filter: SearchFilter | undefined): void {
  if (filter?.snapshot === undefined || filter.snapshot === snapshotHash) return;
  throw new UserError(
    "substrate",
    `search in snapshot ${filter.snapshot}: expected that of the open substrate, found ${snapshotHash}`,
    { hint: "open the other snapshot to search in it" },
  );
}
