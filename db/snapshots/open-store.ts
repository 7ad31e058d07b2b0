import { bm25Dialect } from "../search/dialects.ts";
import { hnswSessionSql } from "../search/hnsw.ts";
import type { SubstrateOptions } from "../substrate-options.ts";
import { folderStore } from "./folder-store.ts";
import type { SnapshotStore } from "./store.ts";

/** The store that the options name. Opens nothing. */
export function openStore({ cacheDirectory, vectorIndex, hnsw, bm25 }: SubstrateOptions): SnapshotStore {
  return folderStore({
    cacheDirectory,
    extensionSql: bm25Dialect(bm25).extensionSql,
    sessionSql: vectorIndex === "hnsw" ? hnswSessionSql(hnsw) : "",
  });
}
