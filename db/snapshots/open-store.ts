import { type Environment, namedSecret } from "../../base/environment.ts";
import type { Outages } from "../../base/outages/outages.ts";
import type { SubstrateOptions } from "../options/substrate-options.ts";
import { placeOf } from "../postgres/server-url.ts";
import { loadSchema } from "../schema/load.ts";
import { bm25Dialect } from "../search/dialects.ts";
import { hnswSettings } from "../search/hnsw.ts";
import { folderStore } from "./folder-store.ts";
import { outlastingStore } from "./outlasting.ts";
import { serverStore } from "./server-store.ts";
import type { SnapshotStore } from "./store.ts";

/** The store that the options name, whose calls wait for its server. Opens nothing; throws a UserError `credentials` when a server's address is not set. */
export function openStore(
  { cacheDirectory, database, vectorIndex, hnsw, bm25 }: SubstrateOptions,
  environment: Environment,
  outages: Outages,
): SnapshotStore {
  const { extensionSql } = bm25Dialect(bm25);
  const emptySql = async () => [extensionSql, ...(await loadSchema()).map(({ sql }) => sql)].join("\n");
  const settings = vectorIndex === "hnsw" ? hnswSettings(hnsw) : {};
  if (database.type === "embedded") return folderStore({ cacheDirectory, emptySql, settings });
  const url = namedSecret(database.urlEnv, environment);
  const store = serverStore({ url, prefix: database.prefix, emptySql, settings });
  return outlastingStore(store, `PostgreSQL at ${placeOf(url)}`, outages);
}
