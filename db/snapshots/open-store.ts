import { type Environment, namedSecret } from "../../base/environment.ts";
import { bm25Dialect } from "../search/dialects.ts";
import { hnswSettings } from "../search/hnsw.ts";
import type { SubstrateOptions } from "../substrate-options.ts";
import { folderStore } from "./folder-store.ts";
import { serverStore } from "./server-store.ts";
import type { SnapshotStore } from "./store.ts";

/** The store that the options name. Opens nothing; throws a UserError `credentials` when a server's address is not set. */
export function openStore(
  { cacheDirectory, database, vectorIndex, hnsw, bm25 }: SubstrateOptions,
  environment: Environment,
): SnapshotStore {
  const { extensionSql } = bm25Dialect(bm25);
  const settings = vectorIndex === "hnsw" ? hnswSettings(hnsw) : {};
  if (database.type === "embedded") return folderStore({ cacheDirectory, extensionSql, settings });
  const url = namedSecret(database.urlEnv, environment);
  return serverStore({ url, prefix: database.prefix, extensionSql, settings });
}
