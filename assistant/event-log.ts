/** One event of a run, as it is sent. */
export interface LoggedEvent {
  /** From 1, over the whole run, whatever a client wants to see of it. */
  id: number;
  /** Name on the wire, without a subgraph's path. */
  name: string;
  /** Where it comes from: [] is the agent itself. */
  namespace: readonly string[];
  /** JSON. */
  data: string;
}

/**
 * A run's events for whoever joins, at any time and from any place in them. A state makes the one before it superfluous, so
 * that only the newest is kept: who comes late gets the same messages, and memory does not grow with states.
 */
export class EventLog {
  readonly #events: (LoggedEvent | null)[] = [];
  #lastState: number | null = null;
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  add(name: string, data: string, namespace: readonly string[] = []): void {
    if (this.#closed) return;
    if (name === "values" && namespace.length === 0) {
      if (this.#lastState !== null) this.#events[this.#lastState] = null;
      this.#lastState = this.#events.length;
    }
    this.#events.push({ id: this.#events.length + 1, name, namespace, data });
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Events after an id, then those to come, until the run is over or the reader has gone. */
  async *from(lastId: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    const leave = (): void => this.#wake();
    signal.addEventListener("abort", leave, { once: true });
    try {
      for (let at = Math.max(0, lastId); !signal.aborted; ) {
        const event = this.#events[at];
        if (at < this.#events.length) {
          at++;
          if (event) yield event;
        } else if (this.#closed) return;
        else await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
