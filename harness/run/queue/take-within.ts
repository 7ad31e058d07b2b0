import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { QueueDatabase, Sql } from "./database.ts";
import type { SentTask } from "./foreign.ts";
import type { OfferState, RunOffer } from "./run-table.ts";

interface Wanted {
  /** Name of the queue. */
  queue: string;
  /** Tasks, at most. */
  most: number;
}

/**
 * Takes tasks of a queue. Under a ceiling of tokens or dollars one worker at a time looks and takes, in one transaction: what all have under way
 * counts as the most that one of its queue took, so that they spend at most one task beyond the ceiling together. A job that is
 * active is the reservation: it ends with the job's record, or with the heartbeat of a worker that died.
 */
export function takeWithin(
  { boss, database }: { boss: PgBoss; database: QueueDatabase },
  { id, isCapped }: Pick<RunOffer & OfferState, "id" | "isCapped">,
  { queue, most }: Wanted,
): Promise<JobWithMetadata<SentTask>[]> {
  const take = (batchSize: number, db: Sql): Promise<JobWithMetadata<SentTask>[]> =>
    boss.fetch<SentTask>(queue, { batchSize, includeMetadata: true, db }).catch(orNone);
  if (!isCapped) return take(most, database);
  return database.transaction(async (db) => {
    await db.executeSql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`scopebench ceilings of ${id}`]);
    const room = Math.min(most, roomOf(await takenOf(db, id), queue));
    return room > 0 ? take(room, db) : [];
  });
}

/** The coordinator makes a queue for each lane before it offers the run: of one without, somebody else wrote the configuration. */
function orNone(error: unknown): JobWithMetadata<SentTask>[] {
  if ((error as { code?: string }).code === "PGBOSS_QUEUE_NOT_FOUND") return [];
  throw error;
}

/** What a run may still spend, without bound where it has no such ceiling, and what tasks of one of its queues take. */
interface Taken {
  queue: string | null;
  tokensLeft: number;
  costLeft: number;
  underWay: number;
  /** Null where none ended yet. */
  mostTokens: number | null;
  mostCost: number | null;
}

/** In one statement: a record comes and its job goes in one transaction, so that each task counts once. */
async function takenOf(db: Sql, run: string): Promise<Taken[]> {
  const { rows } = await db.executeSql(
    `WITH spent AS (
       SELECT queue, sum(tokens) AS tokens, sum(cost_usd) AS cost, max(most_tokens) AS most_tokens, max(most_cost_usd) AS most_cost
       FROM scopebench_queue.spent WHERE run = $1 GROUP BY queue),
     under_way AS (
       SELECT q.name AS queue, count(*) AS jobs FROM scopebench_jobs.queue q
       JOIN scopebench_jobs.job j ON j.name = q.name AND j.state = 'active'
       WHERE q.name LIKE $2 GROUP BY q.name),
     everything AS (SELECT coalesce(sum(tokens), 0) AS tokens, coalesce(sum(cost), 0) AS cost FROM spent)
     SELECT k.queue, coalesce(k.jobs, 0)::float8 AS "underWay",
       k.most_tokens::float8 AS "mostTokens", k.most_cost AS "mostCost",
       coalesce((r.max_tokens - r.tokens_before - e.tokens)::float8, 'Infinity') AS "tokensLeft",
       coalesce(r.max_cost_usd - r.cost_before - e.cost, 'Infinity') AS "costLeft"
     FROM scopebench_queue.runs r CROSS JOIN everything e
     LEFT JOIN (spent FULL JOIN under_way USING (queue)) k ON true WHERE r.id = $1`,
    [run, `${run}/%`],
  );
  return rows as unknown as Taken[];
}

/** How many tasks of a queue may begin now; the first of a queue goes alone. */
function roomOf(taken: readonly Taken[], queue: string): number {
  const [any] = taken;
  if (!any) return 0; // The run is forgotten.
  const own = taken.find((one) => one.queue === queue);
  const tokens = roomWithin(any.tokensLeft, reserved(taken, "mostTokens"), own?.mostTokens ?? null);
  return Math.min(tokens, roomWithin(any.costLeft, reserved(taken, "mostCost"), own?.mostCost ?? null));
}

/** Without bound while one is under way of whose queue none ended yet. */
function reserved(taken: readonly Taken[], most: "mostTokens" | "mostCost"): number {
  const held = taken.filter(({ underWay }) => underWay > 0);
  return held.reduce((sum, one) => sum + one.underWay * (one[most] ?? Number.POSITIVE_INFINITY), 0);
}

/** The last may begin where anything is left beside those before it. */
function roomWithin(left: number, held: number, most: number | null): number {
  const free = left - held;
  if (!(free > 0)) return 0;
  if (most === null) return 1;
  return most === 0 ? Number.POSITIVE_INFINITY : Math.ceil(free / most);
}
