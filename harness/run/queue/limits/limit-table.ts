import { AdaptiveLimit, type AdaptiveState } from "../../../../base/providers/adaptive-limit.ts";
import { INITIAL_CONCURRENCY } from "../../../../base/providers/rate-limiters.ts";
import type { QueueDatabase, Sql } from "../database.ts";
import type { News } from "../foreign.ts";
import { grantTo, type Lease } from "./allocate.ts";

/** A worker that is silent for so long has given back what it held. */
export const LEASE_MS = 5000;
/** All workers together. */
const MAX_IN_FLIGHT = 100_000;
export const CHANNEL = "scopebench_limits";

/** What a worker tells of a provider since it told last. */
export interface Report {
  provider: string;
  worker: string;
  inFlight: number;
  waiting: number;
  /** Let in since then. */
  served: number;
  /** Answered well while it had as much in flight as it might. */
  successes: number;
  /** The generations in which requests were sent that came back with "too much". */
  throttled: readonly number[];
  /** How long the provider asked to wait, if it did. */
  pauseMs: number;
}

export interface Granted {
  /** Requests that the worker may have in flight. */
  held: number;
  /** Of all workers. */
  limit: number;
  generation: number;
  /** The limit doubles a round trip: what was last too much is far, or not known. */
  growsFast: boolean;
  /** Until requests may be sent again. */
  pauseMs: number;
  /** Others wait for what it has in flight. */
  owes: boolean;
  workers: number;
}

/** One provider's limit as all workers see it: what they report is taken in, and one is told what it may hold. */
export function settle(database: QueueDatabase, report: Report): Promise<Granted> {
  return database.transaction((sql) => settleIn(sql, report));
}

async function settleIn(sql: Sql, report: Report): Promise<Granted> {
  const { provider, worker, inFlight, waiting } = report;
  const state = await lockLimit(sql, provider);
  const { rows } = await sql.executeSql(
    `SELECT worker, held, wanted, served::float8 AS served FROM scopebench_queue.leases
     WHERE provider = $1 AND expires_at > now()`,
    [provider],
  );
  const leases = rows as unknown as Lease[];
  const others = leases.filter((lease) => lease.worker !== worker);
  const before = leases.find((lease) => lease.worker === worker);
  const limit = new AdaptiveLimit({ initial: INITIAL_CONCURRENCY, max: MAX_IN_FLIGHT, from: state });
  const wanted = others.reduce((sum, lease) => sum + lease.wanted, inFlight + waiting + report.successes);
  // A limit that nobody felt is not known to be too low; a round trip is worth no more than what was in flight.
  const successes = wanted < limit.value ? 0 : Math.min(report.successes, before?.held ?? 0);
  for (let times = 0; times < successes; times++) limit.succeed({ inFlight: limit.value });
  for (const generation of report.throttled) limit.throttle({ generation });
  // Who joins begins where the others stand, and cannot ask for what it missed.
  const least = Math.min(...(others.length > 0 ? others.map(({ served }) => served) : [0]));
  const served = (before?.served ?? least) + report.served;
  const own = { worker, held: 0, wanted: inFlight + waiting, served };
  const granted = grantTo({ ...own, inFlight }, { limit: limit.value, others });
  const pauseMs = await writeLimit(sql, { provider, state: limit.state, pauseMs: report.pauseMs });
  await sql.executeSql(
    `INSERT INTO scopebench_queue.leases (provider, worker, held, wanted, served, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms')
     ON CONFLICT (provider, worker) DO UPDATE SET held = $3, wanted = $4, served = $5, expires_at = EXCLUDED.expires_at`,
    [provider, worker, granted.held, own.wanted, served, LEASE_MS],
  );
  if (report.pauseMs > 0 || report.throttled.length > 0) await notify(sql, { provider });
  else if (granted.othersWait && granted.held < (before?.held ?? 0)) await notify(sql, { provider, isFreed: true });
  const { generation, threshold } = limit.state;
  const growsFast = limit.value < (threshold ?? MAX_IN_FLIGHT);
  return { ...granted, limit: limit.value, generation, growsFast, pauseMs, workers: others.length + 1 };
}

export async function notify(sql: Sql, news: News): Promise<void> {
  await sql.executeSql("SELECT pg_notify($1, $2)", [CHANNEL, JSON.stringify(news)]);
}

async function lockLimit(sql: Sql, provider: string): Promise<AdaptiveState> {
  await sql.executeSql(
    `INSERT INTO scopebench_queue.limits (provider, "limit", generation) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING`,
    [provider, INITIAL_CONCURRENCY],
  );
  const { rows } = await sql.executeSql(
    `SELECT "limit", threshold, generation FROM scopebench_queue.limits WHERE provider = $1 FOR UPDATE`,
    [provider],
  );
  return rows[0] as unknown as AdaptiveState;
}

/** Gives how long is left of the provider's pause, by the clock of the database; no longer than it was asked for. */
async function writeLimit(
  sql: Sql,
  { provider, state, pauseMs }: { provider: string; state: AdaptiveState; pauseMs: number },
): Promise<number> {
  const { rows } = await sql.executeSql(
    `UPDATE scopebench_queue.limits SET "limit" = $2, threshold = $3, generation = $4,
       paused_until = greatest(paused_until, clock_timestamp() + $5::float8 * interval '1 ms'),
       pause_ms = CASE WHEN clock_timestamp() + $5::float8 * interval '1 ms' > paused_until THEN $5 ELSE pause_ms END
     WHERE provider = $1
     RETURNING CASE WHEN paused_until > clock_timestamp()
       THEN least(pause_ms, 1000 * extract(epoch FROM paused_until - clock_timestamp())) ELSE 0 END::float8 AS left`,
    [provider, state.limit, state.threshold, state.generation, pauseMs],
  );
  return Number((rows[0] as { left: number }).left);
}

export interface ShownLimit {
  provider: string;
  limit: number;
  held: number;
  workers: number;
  paused_s: number;
}

/** For who looks at the queue. */
export function allLimits(database: QueueDatabase): Promise<ShownLimit[]> {
  return database.query<ShownLimit>(
    `SELECT provider, floor("limit")::int AS "limit", coalesce(sum(held), 0)::int AS held, count(held)::int AS workers,
       CASE WHEN paused_until > now() THEN ceil(extract(epoch FROM paused_until - now()))::int ELSE 0 END AS paused_s
     FROM scopebench_queue.limits LEFT JOIN scopebench_queue.leases USING (provider)
     WHERE expires_at > now() GROUP BY provider ORDER BY provider`,
  );
}
