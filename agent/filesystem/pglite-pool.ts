import { setImmediate } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { STATE_TYPES } from "./bytea-arrays.ts";

/**
 * A `pg` pool on an embedded database: one connection, which is all that PGlite has, never dropped for being idle.
 *
 * PGlite's own connector (0.5.14) hands over each protocol message by itself, and PGlite says "ready for query" after each:
 * so after a failing parameter or statement the answers slip by one, and a query gets the rows of another. Here a query's
 * messages go over together, up to the sync that ends them, as they arrive at a server.
 */
export function makePglitePool(lite: PGlite): pg.Pool {
  const config = createPgConfig(bySync(lite)) as object;
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, types: STATE_TYPES });
  // A broken idle connection is replaced at the next query, which reports what is wrong; unheard, this event ends the process.
  pool.on("error", () => undefined);
  return pool;
}

/** Parse, bind, describe, execute and close: messages that wait for a sync (or flush) before the server has to answer. */
const WAITING = new Set([..."PBDEC"].map((letter) => letter.charCodeAt(0)));

/** The two members of PGlite that the connector uses. */
function bySync(lite: PGlite): PGlite {
  let waiting: Uint8Array[] = [];
  const bridge: Pick<PGlite, "waitReady" | "execProtocolStream"> = {
    waitReady: lite.waitReady,
    async execProtocolStream(message, options) {
      waiting.push(message);
      if (WAITING.has(message[0] ?? 0)) return [];
      const cycle = Buffer.concat(waiting);
      waiting = [];
      // PGlite answers without leaving the event loop's turn: many in a row would keep requests, streams and timers waiting.
      await setImmediate();
      return lite.execProtocolStream(new Uint8Array(cycle), options);
    },
  };
  return bridge as PGlite;
}
