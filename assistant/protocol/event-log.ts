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

/** A run's events, in this process or in another. */
export interface EventSource {
  /** Events after an id, then those to come, until the run is over or the reader has gone. */
  from(lastId: number, signal: AbortSignal): AsyncGenerator<LoggedEvent>;
}

/**
 * A run's events for whoever joins, at any time and from any place in them. A state makes the one before it superfluous, so
 * that only the newest is kept: who comes late gets the same messages, and memory does not grow with states.
 */
export class EventLog implements EventSource {
  readonly #events: (LoggedEvent | null)[] = [];
  #lastState: number | null = null;
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  add(name: string, data: string, namespace: readonly string[] = []): void {
    if (!this.#closed) this.take([{ id: this.#events.length + 1, name, namespace, data }]);
  }

  /** Events that have their numbers; what is missing between them was superfluous. */
  take(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      while (this.#events.length < event.id - 1) this.#events.push(null);
      if (isState(event)) {
        if (this.#lastState !== null) this.#events[this.#lastState] = null;
        this.#lastState = this.#events.length;
      }
      this.#events.push(event);
    }
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** At work, or told of to its end. */
  get isWhole(): boolean {
    return !this.#closed || this.#events.at(-1)?.name === "end";
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** What is there after an id; waits where nothing is. [] when the run is over or the reader has gone. */
  async after(lastId: number, signal?: AbortSignal): Promise<LoggedEvent[]> {
    const leave = (): void => this.#wake();
    signal?.addEventListener("abort", leave, { once: true });
    try {
      while (!signal?.aborted) {
        const events = this.#events.slice(Math.max(0, lastId)).filter((event) => event !== null);
        if (events.length > 0 || this.#closed) return events;
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      return [];
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  async *from(lastId: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    for (let at = lastId; ; ) {
      const events = await this.after(at, signal);
      if (events.length === 0) return;
      yield* events;
      at = events.at(-1)!.id;
    }
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}

/** A whole state of the agent's, which makes those before it superfluous. */
export function isState({ name, namespace }: Pick<LoggedEvent, "name" | "namespace">): boolean {
  return name === "values" && namespace.length === 0;
}
