import type { RunnableConfig } from "@langchain/core/runnables";
import type { ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { sha256 } from "../../base/hash.ts";
import { withMember } from "../../base/with-member.ts";
import { toOneRun } from "./one-run.ts";

/**
 * LangGraph's checkpoints in PostgreSQL, each written by one statement (the library sends one for each channel, and three
 * more), and read by statements that the database has planned before.
 */
export class RunCheckpoints extends PostgresSaver {
  readonly #pool: pg.Pool;
  readonly #put: { name: string; text: string };
  /** Threads that nothing is stored of. */
  readonly #empty = new Set<string>();

  /** @param schema of its tables, which `setup` makes */
  constructor(pool: pg.Pool, schema: string) {
    super(planned(pool), undefined, { schema });
    this.#pool = pool;
    this.#put = { name: `put-checkpoint ${schema}`, text: putStatement(pg.escapeIdentifier(schema)) };
  }

  /** While something runs that begins this thread, nothing is looked for before it has stored something. The library looks twice before a first turn. */
  async withNewThread<T>(threadId: string, run: () => Promise<T>): Promise<T> {
    this.#empty.add(threadId);
    try {
      return await run();
    } finally {
      this.#empty.delete(threadId);
    }
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#empty.has(config.configurable?.thread_id as string) ? undefined : super.getTuple(config);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    if (config.configurable === undefined) throw new Error('Missing "configurable" field in "config" param');
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable;
    this.#empty.delete(thread_id);
    const values = checkpoint.channel_values;
    const [blobs, storedMetadata] = await Promise.all([
      this._dumpBlobs(thread_id, checkpoint_ns, values, newVersions),
      this._dumpMetadata(metadata),
    ]);
    const { starts, sizes, bytes } = toOneRun(blobs.map(([, , , , , blob]) => blob ?? null));
    await this.#pool.query({
      ...this.#put,
      values: [
        ...[thread_id, checkpoint_ns, checkpoint.id, checkpoint_id],
        ...[this._dumpCheckpoint(checkpoint), storedMetadata],
        ...[2, 3, 4].map((column) => blobs.map((blob) => blob[column])),
        ...[starts, sizes, bytes],
      ],
    });
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }
}

/** The pool with every query a prepared statement. */
function planned(pool: pg.Pool): pg.Pool {
  const query = (text: string, values?: unknown[]) => pool.query({ name: sha256(text).slice(0, 32), text, values });
  return withMember(pool, "query", query as pg.Pool["query"]);
}

function putStatement(schema: string): string {
  return `
WITH blob AS (
  INSERT INTO ${schema}.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
  SELECT $1, $2, channel, version, type, substring($12::bytea FROM start FOR size)
  FROM unnest($7::text[], $8::text[], $9::text[], $10::int[], $11::int[]) AS b(channel, version, type, start, size)
  ON CONFLICT (thread_id, checkpoint_ns, channel, version) DO NOTHING
)
INSERT INTO ${schema}.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
DO UPDATE SET checkpoint = EXCLUDED.checkpoint, metadata = EXCLUDED.metadata`;
}
