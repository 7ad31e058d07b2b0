import type { Outages } from "../../base/outages/outages.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import {
  type EmbeddingPort,
  type GraphPort,
  QueryFailed,
  type QueryOptions,
  type Row,
  type SqlPort,
} from "../ports/ports.ts";
import { quiet } from "../postgres/quiet.ts";
import type { SnapshotStore } from "./store.ts";

/** The ports of a finished snapshot, where every call only reads: each waits for a lost server and is made again. */
export function outlastingSql(sql: SqlPort, outages: Outages): SqlPort {
  return {
    backEnd: sql.backEnd,
    query<T extends Row>(statement: string, parameters?: readonly unknown[], options?: QueryOptions) {
      const call = () => sql.query<T>(statement, parameters, options);
      return outages.outlast(options?.role === "agent_readonly" ? blaming(call, (ms) => quiet(sql, ms)) : call);
    },
    execute: (statements) => sql.execute(statements),
    close: () => sql.close(),
  };
}

export function outlastingGraph(graph: GraphPort, outages: Outages): GraphPort {
  return {
    ...graph,
    schema: () => outages.outlast(() => graph.schema()),
    cypher: (query, options) => outages.outlast(blaming(() => graph.cypher(query, options), graph.quiet)),
    neighbourhood: (id, options) => outages.outlast(() => graph.neighbourhood(id, options)),
  };
}

/** Snapshots on a server that may not be there yet. A draft that was begun is tied to its session: what becomes of it is its owner's. */
export function outlastingStore(store: SnapshotStore, server: string, outages: Outages): SnapshotStore {
  return {
    ...store,
    find: (snapshotHash) => outages.reach(server, () => store.find(snapshotHash)),
    list: () => outages.reach(server, () => store.list()),
    begin: (from) => outages.outlast(() => store.begin(from)),
    open: (manifest) => outages.outlast(() => store.open(manifest)),
  };
}

export function outlastingEmbedding(embedding: EmbeddingPort, outages: Outages): EmbeddingPort {
  return { ...embedding, embed: (texts, onProgress) => outages.outlast(() => embedding.embed(texts, onProgress)) };
}

/** Sessions that end over one statement before it is taken for the cause. */
const MOST_ENDINGS = 3;
/** Shortest time for which a quiet session has to last, in milliseconds: longer than a connection that is cut each second. */
const MIN_QUIET_MS = 2000;

/**
 * A statement that an agent wrote may itself end the session that runs it; what does so each time has failed. Sessions end in
 * an outage as well: so before each further try one in which nothing happens has to outlast the time that the statement took.
 */
function blaming<T>(call: () => Promise<T>, quiet: (ms: number) => Promise<void>): () => Promise<T> {
  let endings = 0;
  let longestMs = MIN_QUIET_MS;
  return async () => {
    if (endings > 0) await quiet(longestMs);
    const began = performance.now();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServerLost) || !error.midStatement) throw error;
      longestMs = Math.max(longestMs, performance.now() - began);
      if (++endings < MOST_ENDINGS) throw error;
      throw new QueryFailed(`the session ended each of the ${MOST_ENDINGS} times that this was run: ${error.message}`);
    }
  };
}
