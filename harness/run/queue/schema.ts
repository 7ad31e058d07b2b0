import { UserError } from "../../../base/user-error.ts";
import type { QueueDatabase } from "./database.ts";

/** Of the tables below; another one's are not touched. */
const QUEUE_VERSION = 8;

/**
 * What the queue knows of runs. Truth is `records`: a job of pg-boss only says that somebody should make one, may be given
 * out twice, and is forgotten. pg-boss' own schema is made here, too: two that make it at once fail.
 */
const TABLES = `
CREATE SCHEMA IF NOT EXISTS scopebench_jobs;
CREATE SCHEMA scopebench_queue;
CREATE TABLE scopebench_queue.version (version int NOT NULL);
INSERT INTO scopebench_queue.version VALUES (${QUEUE_VERSION});
CREATE TABLE scopebench_queue.runs (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  snapshots text[] NOT NULL,
  agents text NOT NULL,
  config text NOT NULL,
  heartbeat_seconds int NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'closed', 'cancelled')),
  paused boolean NOT NULL DEFAULT false,
  weight int NOT NULL CHECK (weight BETWEEN 1 AND 100),
  max_tokens bigint,
  max_cost_usd float8,
  ends_at timestamptz,
  tokens_before bigint NOT NULL,
  cost_before float8 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE scopebench_queue.records (
  run uuid NOT NULL REFERENCES scopebench_queue.runs ON DELETE CASCADE,
  stage text NOT NULL,
  cell text NOT NULL,
  repeat int NOT NULL,
  record text NOT NULL,
  final boolean NOT NULL,
  tokens bigint NOT NULL,
  cost_usd float8,
  worker text NOT NULL,
  dropped int NOT NULL DEFAULT 0,
  taken boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run, stage, cell, repeat)
);
CREATE INDEX records_to_take ON scopebench_queue.records (run) WHERE NOT taken;
CREATE TABLE scopebench_queue.spent (
  run uuid NOT NULL REFERENCES scopebench_queue.runs ON DELETE CASCADE,
  worker text NOT NULL,
  queue text NOT NULL,
  tokens bigint NOT NULL,
  cost_usd float8 NOT NULL,
  retries int NOT NULL,
  most_tokens bigint NOT NULL,
  most_cost_usd float8 NOT NULL,
  PRIMARY KEY (run, worker, queue)
);
CREATE TABLE scopebench_queue.in_vain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run uuid NOT NULL REFERENCES scopebench_queue.runs ON DELETE CASCADE,
  stage text NOT NULL,
  worker text NOT NULL,
  tokens bigint NOT NULL,
  cost_usd float8
);
CREATE INDEX in_vain_of_run ON scopebench_queue.in_vain (run);
CREATE TABLE scopebench_queue.snapshots (
  snapshot text PRIMARY KEY,
  sha256 text,
  bytes bigint,
  place text
);
CREATE TABLE scopebench_queue.snapshot_parts (
  snapshot text NOT NULL REFERENCES scopebench_queue.snapshots ON DELETE CASCADE,
  part int NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (snapshot, part)
);
ALTER TABLE scopebench_queue.snapshot_parts ALTER body SET STORAGE EXTERNAL;
CREATE TABLE scopebench_queue.workers (
  id text PRIMARY KEY,
  slots int NOT NULL,
  made int NOT NULL,
  per_minute int NOT NULL,
  work text NOT NULL,
  leave boolean NOT NULL DEFAULT false,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE scopebench_queue.limits (
  provider text PRIMARY KEY,
  "limit" float8 NOT NULL,
  threshold float8,
  generation int NOT NULL,
  paused_until timestamptz NOT NULL DEFAULT '-infinity',
  pause_ms float8 NOT NULL DEFAULT 0
);
CREATE TABLE scopebench_queue.leases (
  provider text NOT NULL REFERENCES scopebench_queue.limits,
  worker text NOT NULL,
  held int NOT NULL,
  wanted int NOT NULL,
  served bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider, worker)
);`;

/** Makes the tables where there are none. @throws UserError `environment` where they are another version's */
export async function prepareSchema(database: QueueDatabase): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.executeSql("SELECT pg_advisory_xact_lock(hashtext('scopebench_queue'))");
    const { rows } = await sql.executeSql("SELECT to_regclass('scopebench_queue.version') IS NOT NULL AS there");
    if (!rows[0]?.there) await sql.executeSql(TABLES);
  });
  await checkVersion(database);
}

/** For who only looks. @throws UserError `environment` where there are no tables, or another version's */
export async function checkSchema(database: QueueDatabase): Promise<void> {
  const [row] = await database.query<{ there: boolean }>(
    "SELECT to_regclass('scopebench_queue.version') IS NOT NULL AND to_regclass('scopebench_jobs.version') IS NOT NULL AS there",
  );
  if (!row?.there)
    throw new UserError("environment", "there is no queue in this database: no run was ever offered in it", {
      hint: "expected the coordinator's address; scopebench run --queue creates a queue if there is none",
    });
  await checkVersion(database);
}

async function checkVersion(database: QueueDatabase): Promise<void> {
  const [row] = await database.query<{ version: number }>("SELECT version FROM scopebench_queue.version");
  if (row?.version !== QUEUE_VERSION) throw otherSchema(`version ${row?.version}`, `version ${QUEUE_VERSION}`);
}

export function otherSchema(found: string, expected: string): UserError {
  return new UserError(
    "environment",
    `the queue's tables are of another scopebench: expected ${expected}, found ${found}`,
    {
      hint: "use the scopebench that made them; or, once no run needs them, DROP SCHEMA scopebench_queue, scopebench_jobs CASCADE and start the coordinator first",
    },
  );
}
