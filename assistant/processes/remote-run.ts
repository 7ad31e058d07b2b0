import type { EventSource, LoggedEvent } from "../event-log.ts";
import type { AssistantService } from "../service.ts";
import { isOver, type StoredRun } from "../store/store.ts";
import { heard, type Signals } from "./signals.ts";

/** Topics of a run. */
export const eventsOf = (run: string): string => `events ${run}`;
export const cancelOf = (run: string): string => `cancel ${run}`;

/** The events of a run that another process makes, as it writes them down. */
export class RemoteEvents implements EventSource {
  readonly #service: AssistantService;
  readonly #run: StoredRun;
  readonly #signals: Signals;

  constructor(service: AssistantService, run: StoredRun, signals: Signals) {
    this.#service = service;
    this.#run = run;
    this.#signals = signals;
  }

  async *from(lastId: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    for (let at = lastId; !signal.aborted; ) {
      // Listens before it reads: what is written between the two is told of.
      const told = new AbortController();
      const next = heard(this.#signals, eventsOf(this.#run.id), AbortSignal.any([signal, told.signal]));
      const events = await this.#service.store.events.after(this.#run.id, at);
      yield* events;
      at = events.at(-1)?.id ?? at;
      if (events.at(-1)?.name === "end" || (events.length === 0 && (await this.#isForgotten()))) {
        told.abort();
        return;
      }
      if (events.length > 0) told.abort();
      await next;
    }
  }

  /** Its thread was deleted, or its events are no longer kept. */
  async #isForgotten(): Promise<boolean> {
    const run = await this.#service.store.run(this.#run.thread_id, this.#run.id);
    if (!run) return true;
    if (!isOver(run)) return false;
    return (await this.#service.store.events.after(run.id, 0)).length === 0;
  }
}
