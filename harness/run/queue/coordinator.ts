import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { PgBoss } from "pg-boss";
import { countOf } from "../../../base/counts.ts";
import { Outages } from "../../../base/outages/outages.ts";
import type { Crew, CrewRun, CrewState, Depot } from "../../dag/crew.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { closeBoss, createQueues, openBoss } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { purge } from "./purge.ts";
import { countDropped } from "./record-table.ts";
import { closeRun, offerRun } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { RunningShift } from "./shift.ts";
import { forgetWorkers } from "./worker-table.ts";

export interface CrewOptions {
  url: string;
  /** A worker that is silent for so long has lost its jobs: others run them. */
  takeOverSeconds: number;
  /** The run's share of the workers, against other runs'. */
  weight: number;
  /** Nothing that was made for the run before counts. */
  startsAfresh?: boolean | undefined;
  log(message: string): void;
  /** Where workers find the snapshot. Default: in the queue's database. */
  depot?: Depot | undefined;
  /** How long a call waits for the queue's server. */
  waitMs: number;
}

/** A crew over a queue. */
export interface QueueCrew extends Crew {
  /** Ends the work on the run. `complete`: everything is in the run directory, and nothing of the run stays in the queue. */
  finish(complete: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Reaches workers over a queue. @throws UserError where it cannot be used */
export async function openCrew(options: CrewOptions): Promise<QueueCrew> {
  const database = await QueueDatabase.open(options.url, new Outages(options));
  try {
    await prepareSchema(database);
    const boss = await openBoss(database, { coordinates: true, log: options.log });
    return new OverQueue({ database, boss, options });
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Parts {
  database: QueueDatabase;
  boss: PgBoss;
  options: CrewOptions;
}

class OverQueue implements QueueCrew {
  onState = (_state: CrewState): void => undefined;
  readonly #parts: Parts;
  #shift: Promise<RunningShift> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(run: CrewRun): Promise<RunningShift> {
    this.#shift ??= this.#open(run);
    return this.#shift;
  }

  async finish(complete: boolean): Promise<void> {
    const shift = await this.#shift;
    if (!shift) return;
    await shift.end();
    const { id, run } = shift;
    const { database } = this.#parts;
    if (!complete) return closeRun(database, id);
    const dropped = await countDropped(database, id);
    if (dropped > 0) run.log(`${countOf(dropped, "record")} made a second time and dropped: the first counts`);
    await purge(this.#parts, id);
  }

  async close(): Promise<void> {
    await closeBoss(this.#parts.boss);
    await this.#parts.database.close();
  }

  async #open(run: CrewRun): Promise<RunningShift> {
    const { database, boss, options } = this.#parts;
    const { config } = run;
    const id = await this.#idInQueue(run);
    const heartbeatSeconds = options.takeOverSeconds;
    await createQueues(boss, { run: id, config, heartbeatSeconds });
    const offer = {
      ...{ id, name: basename(run.runDirectory), code: codeVersion(), snapshot: run.snapshotHash },
      ...{ agents: JSON.stringify(run.agents), config: JSON.stringify(config) },
      ...{ heartbeatSeconds, weight: options.weight },
    };
    await offerRun(database, offer, run.ceilings);
    await forgetWorkers(database);
    return new RunningShift({ id, run, database, boss, depot: options.depot, tell: (state) => this.onState(state) });
  }

  /** A run that starts afresh is another one for the queue: a late record of the old one finds no place. */
  async #idInQueue({ runDirectory, startsAfresh }: CrewRun): Promise<string> {
    const before = (await readManifest(runDirectory)).queue?.id;
    if (before !== undefined && !startsAfresh && !this.#parts.options.startsAfresh) return before;
    if (before !== undefined) await purge(this.#parts, before);
    const id = randomUUID();
    await updateManifest(runDirectory, () => ({ queue: { id } }));
    return id;
  }
}
