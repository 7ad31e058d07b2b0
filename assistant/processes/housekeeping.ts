import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { DatabaseState } from "../../agent/filesystem/state.ts";
import { cancelOf, eventsOf } from "../protocol/topics.ts";
import type { StoredRun, StoredThread } from "../store/store.ts";
import { deleteUnused, eraseLeft } from "./erasures.ts";
import type { Signals } from "./signals.ts";

/** How often a service says that it lives, and after how long of silence it is taken for dead. */
export interface Pace {
  beatMs: number;
  deadMs: number;
}

const PACE: Pace = { beatMs: 2000, deadMs: 15_000 };
/** Events of a run that is over are kept for so long, for who was cut off at its end. */
const EVENTS_KEPT = "1 hour";
/** How often unused threads are looked for. */
const ERASE_EVERY_MS = 3_600_000;
const DIED = "The service stopped during this run. Finished steps are kept; ask again to continue.";

export interface HousekeepingOptions {
  state: DatabaseState;
  signals: Signals;
  pace?: Pace;
  /** Writes down what a thread waits for whose service has died. */
  settle(thread: StoredThread): Promise<unknown>;
  /** What is left of a deleted thread, by its key. */
  erase(key: string): Promise<void>;
  /** Days after their last use when threads are deleted; absent: never. */
  keepDays?: number | undefined;
  /** Others took this service for dead: what it has at work is no longer its own. */
  lost(): void;
  log?(message: string): void;
}

/**
 * What a service does as the state's owner, for all tenants: says that it lives, tells of runs that dead services have left
 * behind, and forgets what nobody will ask for.
 */
export class Housekeeping {
  /** Names this service in the runs that it makes. */
  readonly process = randomUUID();
  readonly #options: HousekeepingOptions;
  readonly #pool: pg.Pool;
  readonly #pace: Pace;
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(options: HousekeepingOptions) {
    this.#options = options;
    this.#pool = options.state.pool;
    this.#pace = options.pace ?? PACE;
  }

  /** On an embedded database no other service lives: what was left behind is told of at once. */
  async start(): Promise<void> {
    const { shared } = this.#options.state;
    if (!shared) await this.#pool.query("DELETE FROM assistant.process");
    await this.#pool.query("INSERT INTO assistant.process (id) VALUES ($1)", [this.process]);
    await this.#bury();
    this.#repeat(() => this.#erase(), ERASE_EVERY_MS);
    if (!shared) return;
    // Apart: a service that is slow to look after the others' runs lives.
    this.#repeat(() => this.#sayThatItLives(), this.#pace.beatMs);
    this.#repeat(() => this.#keepHouse(), this.#pace.beatMs);
  }

  /** Its runs must be over. */
  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
    await this.#pool.query("DELETE FROM assistant.process WHERE id = $1", [this.process]);
  }

  /** Now and every so often, unless the last one's is still under way. */
  #repeat(work: () => Promise<void>, everyMs: number): void {
    let current: Promise<void> | null = null;
    const begin = (): void => {
      current ??= work()
        .catch((error: unknown) => this.#options.log?.(`the state's server: ${String(error)}`))
        .finally(() => {
          current = null;
        });
    };
    const timer = setInterval(begin, everyMs);
    begin();
    this.#ends.push(async () => {
      clearInterval(timer);
      await current;
    });
  }

  /** Not behind all that is stored. */
  async #sayThatItLives(): Promise<void> {
    const { aside } = this.#options.state;
    const sql = "UPDATE assistant.process SET seen_at = now() WHERE id = $1";
    const { rowCount } = await aside.query(sql, [this.process]);
    if (rowCount !== 0) return;
    this.#options.lost();
    await aside.query("INSERT INTO assistant.process (id) VALUES ($1)", [this.process]);
  }

  async #keepHouse(): Promise<void> {
    await this.#bury();
    await this.#hearAgain();
    await this.#pool.query(
      "DELETE FROM assistant.event e USING assistant.run r WHERE r.id = e.run AND r.status NOT IN ('pending', 'running') AND r.updated_at < now() - $1::interval",
      [EVENTS_KEPT],
    );
  }

  async #erase(): Promise<void> {
    const { keepDays, erase } = this.#options;
    for (let deleted = 1; keepDays !== undefined && deleted > 0; ) deleted = await deleteUnused(this.#pool, keepDays);
    await eraseLeft(this.#pool, erase);
  }

  /** Runs of services that are gone are said to be interrupted, to who reads them and to who follows them. */
  async #bury(): Promise<void> {
    await this.#pool.query("DELETE FROM assistant.process WHERE seen_at < now() - $1 * interval '1 ms'", [
      this.#pace.deadMs,
    ]);
    const runs = await this.#rows<StoredRun>(
      `UPDATE assistant.run SET status = 'interrupted', error = $1, updated_at = now()
WHERE status IN ('pending', 'running') AND (process IS NULL OR process NOT IN (SELECT id FROM assistant.process)) RETURNING *`,
      [DIED],
    );
    for (const { id } of runs) await this.#tellOfDeath(id);
    // Also those whose service died between taking a decision and making its run.
    const left = await this.#rows<StoredThread>(
      `SELECT * FROM assistant.thread t WHERE status = 'busy' AND updated_at < now() - $1 * interval '1 ms' AND NOT EXISTS (
SELECT FROM assistant.run r WHERE r.tenant = t.tenant AND r.thread_id = t.id AND r.status IN ('pending', 'running'))`,
      [this.#options.state.shared ? this.#pace.deadMs : 0],
    );
    for (const thread of left) await this.#options.settle(thread);
  }

  async #tellOfDeath(run: string): Promise<void> {
    await this.#pool.query(
      `INSERT INTO assistant.event (run, number, name, namespace, data)
SELECT $1, (SELECT coalesce(max(number), 0) FROM assistant.event WHERE run = $1) + n, name, '{}', data
FROM (VALUES (1, 'error', $2), (2, 'end', 'null')) AS e(n, name, data) ON CONFLICT DO NOTHING`,
      [run, JSON.stringify({ error: "service_ended", message: DIED })],
    );
    await this.#options.signals.tell(eventsOf(run));
  }

  /** A signal to end a run may have been lost. */
  async #hearAgain(): Promise<void> {
    const sql = "SELECT id FROM assistant.run WHERE process = $1 AND cancelled AND status IN ('pending', 'running')";
    for (const { id } of await this.#rows<{ id: string }>(sql, [this.process]))
      await this.#options.signals.tell(cancelOf(id));
  }

  async #rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query(text, values)).rows as Row[];
  }
}
