import { setImmediate } from "node:timers/promises";
import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import pg from "pg";
import { batchStatement, CheckpointBatch } from "./checkpoint-batch.ts";
import { RunCheckpoints } from "./run-checkpoints.ts";

/** Fine enough that two branches of a thread never draw the same. */
const PARTS = 1e9;

/**
 * Checkpoints of threads that people follow: each step is stored while the next is made, and what comes while a statement is under way
 * goes with the next one (a step of the agent's is some ten of LangGraph's). Reading waits for it; `flush` says that all is stored.
 *
 * The thread can be taken up at an earlier checkpoint. The library numbers a channel's values 1, 2, ..., so that two
 * branches give different values the same number, and keeps the first (`@langchain/langgraph-checkpoint-postgres` 1.0.5; its
 * sister in Python adds a random part): an answer that is made again was stored as the earlier one. Here, too, a number has a part by chance.
 */
export class ThreadCheckpoints extends RunCheckpoints {
  readonly #pool: pg.Pool;
  readonly #statement: { name: string; text: string };
  #waiting = new CheckpointBatch();
  #writing: Promise<void> | null = null;
  #fault: { error: unknown } | null = null;

  /** @param schema of its tables, which `setup` makes */
  constructor(pool: pg.Pool, schema: string) {
    super(pool, schema);
    this.#pool = pool;
    this.#statement = { name: `put-steps ${schema}`, text: batchStatement(pg.escapeIdentifier(schema)) };
  }

  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + (1 + Math.floor(Math.random() * (PARTS - 1))) / PARTS;
  }

  override async put(
    { configurable = {} }: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    this.#check();
    const { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: parent = null } = configurable;
    if (!thread) throw new Error("expected a thread_id in the config of a checkpoint");
    const { id, channel_values } = checkpoint;
    const [blobs, stored] = await Promise.all([
      this._dumpBlobs(thread, ns, channel_values, newVersions),
      this._dumpMetadata(metadata),
    ]);
    const json = JSON.stringify(this._dumpCheckpoint(checkpoint));
    this.#waiting.addCheckpoint(
      { thread, ns, id, parent, checkpoint: json, metadata: JSON.stringify(stored) },
      blobs.map(([, , channel, version, type, blob]) => ({ thread, ns, channel, version, type, blob: blob ?? null })),
    );
    this.#writeSoon();
    return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } };
  }

  override async putWrites(
    { configurable = {} }: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
  ): Promise<void> {
    this.#check();
    const { thread_id, checkpoint_ns = "", checkpoint_id } = configurable;
    if (!thread_id || !checkpoint_id)
      throw new Error("expected a thread_id and a checkpoint_id in the config of writes");
    const replaces = writes.every(([channel]) => channel in WRITES_IDX_MAP);
    const rows = await this._dumpWrites(thread_id, checkpoint_ns, checkpoint_id, taskId, writes);
    this.#waiting.addWrites(
      rows.map(([thread, ns, checkpoint, task, index, channel, type, blob]) => ({
        ...{ thread, ns, checkpoint, task, index, channel, type, blob, replaces },
      })),
    );
    this.#writeSoon();
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    await this.#settled();
    return super.getTuple(config);
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    await this.#settled();
    yield* super.list(config, options);
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#settled();
    await super.deleteThread(threadId);
  }

  /** All that was put is in the database when this resolves. @throws why not */
  async flush(): Promise<void> {
    await this.#settled();
    this.#check();
  }

  /** A graph that goes on after this has failed would make steps that nobody can take up. */
  #check(): void {
    if (this.#fault) throw this.#fault.error;
  }

  #writeSoon(): void {
    if (this.#waiting.isEmpty) return;
    this.#writing ??= this.#write().catch((error: unknown) => {
      this.#fault ??= { error };
    });
  }

  async #settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (!this.#waiting.isEmpty) {
        await setImmediate();
        const batch = this.#waiting;
        this.#waiting = new CheckpointBatch();
        await this.#pool.query({ ...this.#statement, values: batch.values });
      }
    } finally {
      this.#writing = null;
    }
  }
}
