import { setTimeout as sleep } from "node:timers/promises";
import pg, { type Pool } from "pg";
import { QueryFailed, type SqlPort } from "../ports/ports.ts";
import { OUT_OF_MEMORY, QUERY_CANCELED } from "./outage-states.ts";
import { READ_ONLY_APPLICATION } from "./roles.ts";

/** Most that one read-only statement may take of a server's memory, its parallel workers included. */
const MAX_MB = 512;
const PACE_MS = 20;
/** A watch without anything to watch ends after so many looks. */
const IDLE_LOOKS = 5;
/** So that a watch whose client is gone ends, too. */
const MOST_LOOKS = 500;
const RETRY_MS = 500;
/** How long a watch may take to say that it was who cancelled. */
const SAID_WITHIN_MS = 1000;

/**
 * Ends a read-only statement whose process takes more memory than `MAX_MB`. PostgreSQL bounds sorts and hashes (`work_mem`), not what
 * aggregates gather, and no setting bounds a session. So one more session of the server looks at what the system says of
 * the others (`/proc`, read with the rights of the login); it runs there, so that a busy client delays no look.
 */
export class StatementMemory {
  readonly #pool: Pool;
  /** Statements under way. */
  #running = 0;
  #watch: Promise<void> | null = null;
  /** Process numbers of the sessions whose statements were ended. */
  readonly #ended = new Set<number>();

  /** `pool`: of one connection, which nothing else uses. */
  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on("connect", (client) => void client.on("notice", ({ message }) => this.#hear(message ?? "")));
  }

  /** Runs a read-only statement on the session of this process number. @throws QueryFailed (53200) when it takes too much */
  async watched<T>(pid: number, run: () => Promise<T>): Promise<T> {
    this.#running++;
    this.#ended.delete(pid);
    this.#watch ??= this.#watchAll();
    try {
      return await run();
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED && (await this.#hasEnded(pid)))
        throw new QueryFailed(`the statement took more than ${MAX_MB} MB of memory`, OUT_OF_MEMORY);
      throw error;
    } finally {
      this.#running--;
    }
  }

  async #watchAll(): Promise<void> {
    // A lost server is told by the statement on it. Without `/proc`, or the right to read it, nothing is watched (`whyUnwatched`).
    while (this.#running > 0) await this.#pool.query(WATCH).catch(() => sleep(RETRY_MS));
    this.#watch = null;
  }

  #hear(message: string): void {
    const pid = new RegExp(`^${ENDED} (\\d+)$`).exec(message)?.[1];
    if (pid !== undefined) this.#ended.add(Number(pid));
  }

  /** The server tells the session that it cancelled and us in no order. */
  async #hasEnded(pid: number): Promise<boolean> {
    const late = performance.now() + SAID_WITHIN_MS;
    while (!this.#ended.has(pid) && this.#watch !== null && performance.now() < late) await sleep(PACE_MS);
    return this.#ended.has(pid);
  }
}

/** Why the memory of a server's statements cannot be watched; null: it can. */
export async function whyUnwatched(sql: SqlPort): Promise<string | null> {
  try {
    const { rows } = await sql.query<{ kb: string | null }>(
      `SELECT substring(pg_read_file(format('/proc/%s/status', pg_backend_pid()), 0, 10000, true) FROM '${ANONYMOUS}') AS kb`,
    );
    return rows[0]!.kb === null
      ? "the server has no /proc that tells it (it has on Linux, not on macOS or Windows)"
      : null;
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error;
    return `the login may not read /proc (${error.message})`;
  }
}

const ENDED = "scopebench ended";

/** In what the system says of a process, its own memory in kB. */
const ANONYMOUS = "RssAnon:\\s*(\\d+)";

/** Anonymous memory alone: what a process maps of the shared buffers is everybody's. */
const WATCH_SQL = `DO $watch$
DECLARE idle integer := 0; session integer; kb bigint;
BEGIN
  FOR look IN 1..${MOST_LOOKS} LOOP
    PERFORM pg_stat_clear_snapshot();
    SELECT coalesce(leader_pid, pid), sum(substring(status FROM '${ANONYMOUS}')::bigint) INTO session, kb
    FROM pg_stat_get_activity(NULL), LATERAL pg_read_file(format('/proc/%s/status', pid), 0, 10000, true) AS status
    WHERE application_name = '${READ_ONLY_APPLICATION}' AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 LIMIT 1;
    idle := CASE WHEN FOUND THEN 0 ELSE idle + 1 END;
    EXIT WHEN idle > ${IDLE_LOOKS};
    IF kb > ${MAX_MB} * 1024 THEN
      RAISE NOTICE '${ENDED} %', session;
      PERFORM pg_cancel_backend(session);
      EXIT;
    END IF;
    PERFORM pg_sleep(${PACE_MS / 1000});
  END LOOP;
END $watch$`;
const WATCH = { text: WATCH_SQL, query_timeout: 4 * MOST_LOOKS * PACE_MS };
