import { EventEmitter } from "node:events";
import type pg from "pg";
import type { DatabaseState } from "../../agent/filesystem/state.ts";
import { CHANNEL } from "../protocol/topics.ts";

/**
 * Tells that something has happened, to whoever listens in any process: what has happened is read from the database. A signal
 * may be lost with a connection, so who listens looks again after a while.
 */
export interface Signals {
  tell(topic: string): Promise<void>;
  /** @returns what ends the listening */
  on(topic: string, hear: () => void): () => void;
  close(): void;
}

export async function openSignals(state: DatabaseState): Promise<Signals> {
  if (!state.shared) return new LocalSignals();
  const signals = new ServerSignals(state);
  await signals.connect();
  return signals;
}

class LocalSignals implements Signals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  async tell(topic: string): Promise<void> {
    this.#emitter.emit(topic);
  }

  on(topic: string, hear: () => void): () => void {
    this.#emitter.on(topic, hear);
    return () => void this.#emitter.off(topic, hear);
  }

  close(): void {
    this.#emitter.removeAllListeners();
  }
}

const RECONNECT_MS = 1000;

/** Over PostgreSQL's NOTIFY, on a connection of its own that is made anew when it is lost. */
class ServerSignals extends LocalSignals {
  readonly #state: Pick<DatabaseState, "pool" | "aside">;
  #client: pg.PoolClient | null = null;
  #closed = false;

  constructor(state: Pick<DatabaseState, "pool" | "aside">) {
    super();
    this.#state = state;
  }

  async connect(): Promise<void> {
    const client = await this.#state.pool.connect();
    client.on("notification", ({ payload = "" }) => void super.tell(payload));
    client.once("end", () => this.#again());
    await client.query(`LISTEN ${CHANNEL}`);
    this.#client = client;
    void super.tell(MISSED); // What was told of while nobody listened is not known.
    if (this.#closed) client.release(true);
  }

  override async tell(topic: string): Promise<void> {
    await this.#state.aside.query("SELECT pg_notify($1, $2)", [CHANNEL, topic]);
  }

  override close(): void {
    this.#closed = true;
    super.close();
    this.#client?.release(true);
  }

  #again(): void {
    this.#client = null;
    if (this.#closed) return;
    setTimeout(() => void this.connect().catch(() => this.#again()), RECONNECT_MS).unref();
  }
}

/** To all who wait for any topic: signals may have been missed. */
const MISSED = "missed";
/** How long one waits at most before looking again: signals may be lost. */
const LOOK_AGAIN_MS = 5000;

/** Resolves when a topic is told of, after a while, or when the wait is given up. */
export function heard(signals: Signals, topic: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const off of offs) off();
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const offs = [topic, MISSED].map((each) => signals.on(each, done));
    const timer = setTimeout(done, LOOK_AGAIN_MS);
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done, { once: true });
  });
}
