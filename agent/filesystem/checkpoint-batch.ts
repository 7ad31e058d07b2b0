import { toOneRun } from "./one-run.ts";

export interface CheckpointRow {
  thread: string;
  ns: string;
  id: string;
  parent: string | null;
  /** JSON. */
  checkpoint: string;
  /** JSON. */
  metadata: string;
}

export interface BlobRow {
  thread: string;
  ns: string;
  channel: string;
  version: string;
  type: string;
  blob: Uint8Array | null;
}

export interface WriteRow {
  thread: string;
  ns: string;
  checkpoint: string;
  task: string;
  index: number;
  channel: string;
  type: string;
  blob: Uint8Array;
  /** It takes the place of one that was written before; otherwise the earlier one stays. */
  replaces: boolean;
}

/** What a graph has stored since the last statement, to be written by the next. */
export class CheckpointBatch {
  readonly #checkpoints = new Map<string, CheckpointRow>();
  readonly #blobs: BlobRow[] = [];
  readonly #writes = new Map<string, WriteRow>();

  get isEmpty(): boolean {
    return this.#checkpoints.size === 0 && this.#blobs.length === 0 && this.#writes.size === 0;
  }

  addCheckpoint(row: CheckpointRow, blobs: readonly BlobRow[]): void {
    const key = JSON.stringify([row.thread, row.ns, row.id]);
    // As the database has it: what is written again keeps its parent.
    const parent = this.#checkpoints.get(key)?.parent ?? row.parent;
    this.#checkpoints.set(key, { ...row, parent });
    this.#blobs.push(...blobs);
  }

  addWrites(rows: readonly WriteRow[]): void {
    for (const row of rows) {
      const key = JSON.stringify([row.thread, row.ns, row.checkpoint, row.task, row.index]);
      if (row.replaces || !this.#writes.has(key)) this.#writes.set(key, row);
    }
  }

  /** Values of `batchStatement`. */
  get values(): unknown[] {
    const checkpoints = [...this.#checkpoints.values()];
    const writes = [...this.#writes.values()];
    const [blobRun, writeRun] = [this.#blobs, writes].map((rows) => toOneRun(rows.map(({ blob }) => blob)));
    return [
      ...columns(checkpoints, ["thread", "ns", "id", "parent", "checkpoint", "metadata"]),
      ...columns(this.#blobs, ["thread", "ns", "channel", "version", "type"]),
      ...[blobRun!.starts, blobRun!.sizes, blobRun!.bytes],
      ...columns(writes, ["thread", "ns", "checkpoint", "task", "index", "channel", "type", "replaces"]),
      ...[writeRun!.starts, writeRun!.sizes, writeRun!.bytes],
    ];
  }
}

function columns<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/** @param schema quoted */
export function batchStatement(schema: string): string {
  const columns = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob";
  const key = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx";
  const chosen = `INSERT INTO ${schema}.checkpoint_writes (${columns}) SELECT ${columns} FROM given_write`;
  return `
WITH blob AS (
  INSERT INTO ${schema}.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
  SELECT thread, ns, channel, version, type, substring($14::bytea FROM start FOR size)
  FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int[], $13::int[])
    AS b(thread, ns, channel, version, type, start, size)
  ON CONFLICT (thread_id, checkpoint_ns, channel, version) DO NOTHING
), given_write AS MATERIALIZED (
  SELECT thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, substring($25::bytea FROM start FOR size) AS blob, replaces
  FROM unnest($15::text[], $16::text[], $17::text[], $18::text[], $19::int[], $20::text[], $21::text[], $22::boolean[], $23::int[], $24::int[])
    AS w(thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, replaces, start, size)
), kept AS (
  ${chosen} WHERE NOT replaces ON CONFLICT (${key}) DO NOTHING
), replaced AS (
  ${chosen} WHERE replaces ON CONFLICT (${key}) DO UPDATE SET channel = EXCLUDED.channel, type = EXCLUDED.type, blob = EXCLUDED.blob
)
INSERT INTO ${schema}.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
SELECT thread, ns, id, parent, checkpoint::jsonb, metadata::jsonb
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS c(thread, ns, id, parent, checkpoint, metadata)
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
DO UPDATE SET checkpoint = EXCLUDED.checkpoint, metadata = EXCLUDED.metadata`;
}
