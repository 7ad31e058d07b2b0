import { join } from "node:path";
import { megabytes } from "../../../../base/counts.ts";
import { withScratchFolder } from "../../../../base/whole-folder.ts";
import type { PackedSnapshots, PooledRun, RunSnapshot } from "../../../dag/worker-pool.ts";
import type { QueueDatabase } from "../database.ts";
import { handOver, isAskedFor } from "./table.ts";

/** After a hand-over that failed. */
const AGAIN_MS = 60_000;

/** Hands the run's snapshots to workers that have not got them, once one asks, beside what the coordinator does otherwise. */
export class SnapshotPublisher {
  readonly #database: QueueDatabase;
  readonly #log: PooledRun["log"];
  readonly #store: PackedSnapshots | undefined;
  readonly #snapshots: RunSnapshot[];
  #giving: Promise<void> | undefined;
  #notBefore = 0;

  /** Into the store, or without one into the queue's database. */
  constructor({
    database,
    run,
    store,
  }: {
    database: QueueDatabase;
    run: Pick<PooledRun, "snapshot" | "log">;
    store?: PackedSnapshots | undefined;
  }) {
    this.#database = database;
    this.#log = run.log;
    this.#snapshots = [run.snapshot];
    this.#store = store;
  }

  add(snapshot: RunSnapshot): void {
    if (!this.#snapshots.some(({ hash }) => hash === snapshot.hash)) this.#snapshots.push(snapshot);
  }

  /** Looks whether one is asked for. */
  async look(): Promise<void> {
    for (const { hash, pack } of this.#snapshots) {
      if (!pack || this.#giving || performance.now() < this.#notBefore) continue;
      if (await isAskedFor(this.#database, hash)) this.#begin(hash, pack);
    }
  }

  /** Ends when nothing is being handed over any more. */
  async end(): Promise<void> {
    await this.#giving;
  }

  #begin(hash: string, pack: Pack): void {
    this.#giving = this.#give(hash, pack)
      .catch((error: unknown) => {
        this.#notBefore = performance.now() + AGAIN_MS;
        this.#log(`the snapshot could not be handed to workers: ${(error as Error).message}`);
      })
      .finally(() => {
        this.#giving = undefined;
      });
  }

  #give(snapshot: string, pack: Pack): Promise<void> {
    return withScratchFolder("package", async (folder) => {
      const begun = performance.now();
      const file = join(folder, "package");
      await pack(file);
      const given = await handOver(this.#database, { snapshot, file, store: this.#store });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (given)
        this.#log(`snapshot ${snapshot.slice(0, 12)} handed to workers: ${megabytes(given.bytes)} in ${seconds} s`);
    });
  }
}

type Pack = NonNullable<RunSnapshot["pack"]>;
