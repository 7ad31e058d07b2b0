import { BM25_DIALECTS } from "../search/dialects.ts";
import type { SubstrateOptions } from "../substrate-options.ts";
import { folderStore } from "./folder-store.ts";
import type { SnapshotStore } from "./store.ts";

/** The store that the options name. Opens nothing. */
export function openStore({ cacheDirectory, vectorIndex, bm25 }: SubstrateOptions): SnapshotStore {
  return folderStore({
    cacheDirectory,
    extensionSql: BM25_DIALECTS[bm25].extensionSql,
    // HNSW looks at 40 candidates unless told; searches here ask for up to several hundred.
    sessionSql: vectorIndex === "hnsw" ? "SET hnsw.ef_search = 400; SET hnsw.iterative_scan = strict_order;" : "",
  });
}
