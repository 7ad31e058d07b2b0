import type { Pool } from "pg";
import type { Sign } from "../../base/outages/life-options.ts";
import { Speed } from "../../base/outages/speed.ts";

/** What a server tells on one connection of the statements on others. */
export class StatementSigns {
  readonly #pulse: Pool;
  readonly #speed: Speed;

  constructor(pulse: Pool) {
    this.#pulse = pulse;
    this.#speed = new Speed(async () => Number((await pulse.query<{ ms: string }>(WORK_SQL)).rows[0]!.ms));
  }

  /** Learns how fast the server is, to compare with later. */
  async calibrate(): Promise<void> {
    await this.#speed.share();
  }

  /** Of a session by its process number; null for one that is not connected yet, which does not work. */
  async look(pid: number | null): Promise<Sign> {
    if (pid === null) {
      await this.#pulse.query("SELECT 1");
      return { share: 0, waitsFor: "a connection" };
    }
    const { rows } = await this.#pulse.query<SessionRow>(LOOK_SQL, [pid]);
    const share = await this.#speed.share();
    // What a pooler hides is taken to be at work.
    const waits = rows.map(waitOf);
    const working = waits.length === 0 || waits.includes(null);
    if (working) return { share };
    return { share: 0, waitsFor: waits[0]!.waitsFor, ownDoing: waits.every((wait) => wait?.ownDoing) };
  }

  /** Ends what a session does, not the session. */
  async end(pid: number | null): Promise<void> {
    if (pid !== null) await this.#pulse.query("SELECT pg_cancel_backend($1)", [pid]);
  }
}

interface SessionRow {
  state: string | null;
  type: string | null;
  event: string | null;
  blockers: number[] | null;
}

/** A session and its parallel workers. Who blocks it costs the server something: it is asked only of one that is blocked. */
const LOOK_SQL = `SELECT state, wait_event_type AS type, wait_event AS event,
  CASE WHEN wait_event_type = 'Lock' THEN pg_blocking_pids(pid) END AS blockers
FROM pg_stat_activity WHERE pid = $1 OR leader_pid = $1 ORDER BY pid = $1 DESC, pid`;

/** Some 10 ms of work that nothing but the processor can slow down; measured by the server, so without the way to it. */
const WORK_SQL = `WITH start AS MATERIALIZED (SELECT clock_timestamp() AS at),
  work AS MATERIALIZED (SELECT sum(i) FROM start, generate_series(1, 50000) AS i WHERE i + extract(epoch FROM at) > 0)
SELECT extract(epoch FROM clock_timestamp() - start.at) * 1000 AS ms FROM start, work`;

/** Null for a session at work. */
function waitOf({ state, type, event, blockers }: SessionRow): { waitsFor: string; ownDoing: boolean } | null {
  // A worker has no state. A session that is done waits for us to read its answer.
  if (state !== null && state !== "active") return { waitsFor: "its answer to be read", ownDoing: false };
  if (type === null || OWN_WORK.has(type) || OWN_EVENTS.test(event ?? "")) return null;
  const holders = blockers?.length ? ` that process ${blockers.join(", ")} holds` : "";
  const waitsFor = type === "Lock" ? `a lock${holders}` : `${type} ${event}`;
  return { waitsFor, ownDoing: type === "IO" };
}

/** Sleeping, and extensions' own. */
const OWN_WORK = new Set(["Timeout", "Extension", "InjectionPoint"]);
/** Between a session and its parallel workers, and files of its own for sorting and hashing. */
const OWN_EVENTS =
  /^(BufFile|Hash(Batch|Build|Grow)|ExecuteGather|AppendReady|BitmapScan|ParallelBitmapScan|ParallelFinish|BgWorker|MessageQueue|BtreePage|ParallelCreateIndexScan)/i;
