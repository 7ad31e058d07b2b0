import pg from "pg";
import { makeRedactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { UserError } from "../../base/user-error.ts";
import { placeOf, withDatabase } from "../../db/postgres/server-url.ts";
import { STATE_TYPES } from "./bytea-arrays.ts";
import { lentToMany } from "./lent-to-many.ts";
import { SqlFiles } from "./sql-files.ts";
import type { DatabaseState } from "./state.ts";

/** Any number, the same for all that open a state on one server. */
const SETUP_LOCK = 7_205_931;

/**
 * State in a database of a PostgreSQL server, which several processes may have open at once.
 * @throws UserError `environment` when it cannot be reached
 */
export async function openStateServer(url: string): Promise<DatabaseState> {
  const [pool, one] = [16, 1].map((max) => openPool(url, max)) as [pg.Pool, pg.Pool];
  try {
    await pool.query("SELECT 1");
  } catch (cause) {
    await pool.end();
    const message = makeRedactor(secretsOf({ STATE_URL: url })).message(String((cause as Error).message));
    throw new UserError("environment", `The state's server, PostgreSQL at ${placeOf(url)}, cannot be reached.`, {
      problems: [message],
      hint: "expected the address of a database of PostgreSQL 14 or newer",
      cause,
    });
  }
  return {
    pool,
    aside: lentToMany(one),
    files: new SqlFiles(pool),
    shared: true,
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query("SELECT pg_advisory_lock($1)", [SETUP_LOCK]);
        return await work();
      } finally {
        client.release(true); // With the session ends the lock.
      }
    },
    close: async () => void (await Promise.all([pool.end(), one.end()])),
  };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withDatabase({ url }),
    max,
    // Statements go over without waiting for the answer to the one before.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    allowExitOnIdle: true,
    types: STATE_TYPES,
  });
  // What a connection was lost over is told to whoever uses it; unheard, these events end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}
