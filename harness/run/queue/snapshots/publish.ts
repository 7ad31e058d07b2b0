import { join } from "node:path";
import { megabytes } from "../../../../base/counts.ts";
import { withScratchFolder } from "../../../../base/whole-folder.ts";
import type { PackedSnapshots, PooledRun } from "../../../dag/worker-pool.ts";
import type { QueueDatabase } from "../database.ts";
import { handOver, isAskedFor } from "./table.ts";

/** After a hand-over that failed. */
const AGAIN_MS = 60_000;

/** Hands the run's snapshot to workers that have not got it, once one asks, beside what the coordinator does otherwise. */
export class SnapshotPublisher {
  readonly #database: QueueDatabase;
  readonly #run: PooledRun;
  readonly #store: PackedSnapshots | undefined;
  #giving: Promise<void> | undefined;
  #notBefore = 0;

  /** Into the store, or without one into the queue's database. */
  constructor({
    database,
    run,
    store,
  }: { database: QueueDatabase; run: PooledRun; store?: PackedSnapshots | undefined }) {
    this.#database = database;
    this.#run = run;
    this.#store = store;
  }

  /** Looks whether it is asked for. */
  async look(): Promise<void> {
    const { packSnapshot, snapshotHash, log } = this.#run;
    if (!packSnapshot || this.#giving || performance.now() < this.#notBefore) return;
    if (!(await isAskedFor(this.#database, snapshotHash))) return;
    this.#giving = this.#give(packSnapshot)
      .catch((error: unknown) => {
        this.#notBefore = performance.now() + AGAIN_MS;
        log(`the snapshot could not be handed to workers: ${(error as Error).message}`);
      })
      .finally(() => {
        this.#giving = undefined;
      });
  }

  /** Ends when nothing is being handed over any more. */
  async end(): Promise<void> {
    await this.#giving;
  }

  #give(pack: NonNullable<PooledRun["packSnapshot"]>): Promise<void> {
    const { snapshotHash: snapshot, log } = this.#run;
    return withScratchFolder("package", async (folder) => {
      const begun = performance.now();
      const file = join(folder, "package");
      await pack(file);
      const given = await handOver(this.#database, { snapshot, file, store: this.#store });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (given) log(`snapshot ${snapshot.slice(0, 12)} handed to workers: ${megabytes(given.bytes)} in ${seconds} s`);
    });
  }
}
