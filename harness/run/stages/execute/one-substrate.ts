import pLimit from "p-limit";
import type { Services } from "../../../dag/services.ts";

/** Services over a substrate: the run's own, or a level's. */
interface Over {
  /** Hash of its snapshot. */
  snapshot: string;
  open(): Promise<Services>;
}

/**
 * Of a run whose levels change the substrate a worker has one open at a time: they share the run's state, and databases take memory.
 * Tasks come a substrate after the other, so that it is changed once for each.
 */
export class OneSubstrate {
  readonly #turn = pLimit(1);
  readonly #users = new Set<Promise<unknown>>();
  #current: { snapshot: string; services: Services };

  /** Begins with the run's own. */
  constructor(current: { snapshot: string; services: Services }) {
    this.#current = current;
  }

  /** Does something over a substrate, once those that are at work over another have ended. */
  async use<T>({ snapshot, open }: Over, work: (services: Services) => Promise<T>): Promise<T> {
    const working = await this.#turn(async () => {
      if (this.#current.snapshot !== snapshot) {
        await Promise.allSettled(this.#users);
        await this.#current.services.close();
        this.#current = { snapshot, services: await open() };
      }
      const begun = work(this.#current.services);
      this.#users.add(begun);
      return { begun };
    });
    return working.begun.finally(() => this.#users.delete(working.begun));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#users);
    await this.#current.services.close();
  }
}
