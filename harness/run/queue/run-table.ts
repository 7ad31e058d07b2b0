import type { Ceilings } from "../../dag/ceilings/ceilings.ts";
import type { QueueDatabase, Sql } from "./database.ts";

/** A century: what is longer is no interval for PostgreSQL. */
const LONGEST_S = 100 * 365 * 24 * 3600;

/** A run as the coordinator offers it. */
export interface RunOffer {
  id: string;
  /** The run directory's name, for people. */
  name: string;
  code: string;
  /** Hash of the corpus' snapshot, the run's own. */
  snapshot: string;
  /** Versions of the agents by name, as JSON. */
  agents: string;
  /** The frozen configuration, as JSON. It names keys and holds none. */
  config: string;
  /** A worker that is silent for so long has lost its jobs. */
  heartbeatSeconds: number;
  /** Its share of the workers, against other runs': 1 to 100. */
  weight: number;
}

/**
 * What a run may still spend is the database's to say: workers go on where the coordinator is away. What they spent before it counts
 * itself, as long as it knows the run.
 */
export async function offerRun(
  database: QueueDatabase,
  offer: RunOffer,
  ceilings: Pick<Ceilings, "values" | "spentHere" | "spentByWorkers">,
): Promise<void> {
  const { max_tokens, max_cost_usd, max_hours } = ceilings.values;
  const [before, byWorkers] = [ceilings.spentHere(), ceilings.spentByWorkers()];
  const secondsLeft =
    max_hours === undefined ? null : Math.min(Math.max(0, max_hours - before.hours) * 3600, LONGEST_S);
  await database.query(
    `INSERT INTO scopebench_queue.runs
       (id, name, code, snapshots, agents, config, heartbeat_seconds, state, weight, max_tokens, max_cost_usd, ends_at, tokens_before, cost_before)
     VALUES ($1, $2, $3, ARRAY[$4], $5, $6, $7, 'open', $8, $9, $10, now() + $11 * interval '1 s', $12::bigint + $14, $13::float8 + $15)
     ON CONFLICT (id) DO UPDATE
     SET state = 'open', code = EXCLUDED.code, snapshots = EXCLUDED.snapshots, agents = EXCLUDED.agents,
       heartbeat_seconds = EXCLUDED.heartbeat_seconds, weight = EXCLUDED.weight, max_tokens = EXCLUDED.max_tokens,
       max_cost_usd = EXCLUDED.max_cost_usd, ends_at = EXCLUDED.ends_at,
       tokens_before = $12, cost_before = $13`,
    [
      ...[offer.id, offer.name, offer.code, offer.snapshot, offer.agents, offer.config],
      ...[offer.heartbeatSeconds, offer.weight, max_tokens ?? null, max_cost_usd ?? null],
      ...[secondsLeft, before.tokens, before.costUsd, byWorkers.tokens, byWorkers.costUsd],
    ],
  );
}

/** One of a level of the run: it is kept for as long as the run. */
export async function addSnapshot(database: QueueDatabase, run: string, snapshot: string): Promise<void> {
  await database.query(
    `UPDATE scopebench_queue.runs SET snapshots = array_append(snapshots, $2)
     WHERE id = $1 AND NOT $2 = ANY (snapshots)`,
    [run, snapshot],
  );
}

/** What a coordinator or a worker must know of a run before it goes on. */
export interface OfferState {
  state: "open" | "closed" | "cancelled";
  paused: boolean;
  /** A ceiling is: nothing more is taken. */
  reached: string | null;
  /** There is a ceiling of tokens or dollars: what is taken is reserved first. */
  isCapped: boolean;
}

/** One line of arithmetic, in one place: what all have spent against what the run may. */
const STATE = `r.state, r.paused, CASE
    WHEN r.tokens_before + s.tokens >= r.max_tokens
      THEN format('max_tokens %s reached: %s spent', r.max_tokens, r.tokens_before + s.tokens)
    WHEN r.cost_before + s.cost_usd >= r.max_cost_usd
      THEN format('max_cost_usd %s reached: $%s spent', r.max_cost_usd, round((r.cost_before + s.cost_usd)::numeric, 4))
    WHEN now() >= r.ends_at THEN 'max_hours reached'
  END AS reached, r.max_tokens IS NOT NULL OR r.max_cost_usd IS NOT NULL AS "isCapped"
  FROM scopebench_queue.runs r CROSS JOIN LATERAL (
    SELECT coalesce(sum(tokens), 0)::bigint AS tokens, coalesce(sum(cost_usd), 0) AS cost_usd
    FROM scopebench_queue.spent WHERE run = r.id) s`;

/** Null once its coordinator has everything, and forgot it. */
export async function stateOf(database: QueueDatabase, run: string): Promise<OfferState | null> {
  return (await database.query<OfferState>(`SELECT ${STATE} WHERE r.id = $1`, [run]))[0] ?? null;
}

/** Runs that workers may take part in, the oldest first. */
export function openRuns(database: QueueDatabase): Promise<(RunOffer & OfferState)[]> {
  return database.query(
    `SELECT r.id, r.name, r.code, r.snapshots[1] AS snapshot, r.agents, r.config, r.heartbeat_seconds AS "heartbeatSeconds", r.weight, ${STATE}
     WHERE r.state = 'open' ORDER BY r.created_at, r.id`,
  );
}

/** A run for who looks at the queue. */
export interface QueuedRun extends OfferState {
  id: string;
  name: string;
  weight: number;
  /** Records that are there, and those that were dropped since there was one. */
  made: number;
  dropped: number;
}

/** Every run that the queue knows, the oldest first. */
export function allRuns(database: QueueDatabase): Promise<QueuedRun[]> {
  return database.query<QueuedRun>(
    `SELECT r.id, r.name, r.weight,
       (SELECT count(*)::int FROM scopebench_queue.records WHERE run = r.id) AS made,
       (SELECT coalesce(sum(dropped), 0)::int FROM scopebench_queue.records WHERE run = r.id) AS dropped, ${STATE}
     ORDER BY r.created_at, r.id`,
  );
}

/** Workers take nothing more of it. */
export async function closeRun(database: QueueDatabase, run: string): Promise<void> {
  await database.query("UPDATE scopebench_queue.runs SET state = 'closed' WHERE id = $1 AND state = 'open'", [run]);
}

/** As `closeRun`, and what is being made is cut. The coordinator ends, and `resume` opens it again. */
export async function cancelRun(database: QueueDatabase, run: string): Promise<void> {
  await database.query("UPDATE scopebench_queue.runs SET state = 'cancelled' WHERE id = $1", [run]);
}

/** Workers take nothing of it until it is continued; what they have begun is finished. */
export async function pauseRun(database: QueueDatabase, run: string, paused: boolean): Promise<void> {
  await database.query("UPDATE scopebench_queue.runs SET paused = $2 WHERE id = $1", [run, paused]);
}

export async function weighRun(database: QueueDatabase, run: string, weight: number): Promise<void> {
  await database.query("UPDATE scopebench_queue.runs SET weight = $2 WHERE id = $1", [run, weight]);
}

/** With its records, and snapshots that no other needs; a worker that is late with a record finds no run to add it to. */
export async function forgetRun(sql: Sql, run: string): Promise<void> {
  await sql.executeSql("DELETE FROM scopebench_queue.runs WHERE id = $1", [run]);
  await sql.executeSql(
    "DELETE FROM scopebench_queue.snapshots WHERE snapshot NOT IN (SELECT unnest(snapshots) FROM scopebench_queue.runs)",
  );
}
