import { setTimeout as sleep } from "node:timers/promises";
import { type LifeOptions, PACE, type Sign } from "./life-options.ts";
import { type OnStall, stallListener } from "./stalls.ts";

/** Looks at a statement in its time: a short limit is not to be passed by half before the first. */
const LOOKS = 8;
const MIN_INTERVAL_MS = 25;

/** Counts how long a server worked on a statement, and since when it has not. */
export class WorkClock {
  readonly #limitMs: number;
  readonly #pace: typeof PACE;
  readonly #onStall: OnStall | undefined = stallListener();
  #last = performance.now();
  #workedMs = 0;
  #stalledMs = 0;
  #ownDoing = true;
  #worked = true;

  constructor({ limitMs = Number.POSITIVE_INFINITY, pace = PACE }: Pick<LifeOptions, "limitMs" | "pace">) {
    this.#limitMs = limitMs;
    this.#pace = pace;
  }

  /** Until the next look: when the limit may be reached. */
  nextMs(): number {
    const often = Math.max(MIN_INTERVAL_MS, Math.min(this.#pace.interval, this.#limitMs / LOOKS));
    return Math.max(1, Math.min(often, this.#limitMs - this.#workedMs));
  }

  /** An interval counts where the server worked at both of its ends, and no longer than two: this process may have been stopped. */
  add({ share, ownDoing = false }: Sign): void {
    const now = performance.now();
    const tookMs = now - this.#last;
    const worked = share > 0;
    const workedMs = worked && this.#worked ? share * Math.min(tookMs, 2 * this.#pace.interval) : 0;
    this.#workedMs += workedMs;
    this.#ownDoing = (this.#stalledMs === 0 || this.#ownDoing) && ownDoing;
    this.#stalledMs = share > STARVED ? 0 : this.#stalledMs + tookMs;
    this.#stall(Math.max(this.#stalledMs, tookMs - workedMs));
    [this.#last, this.#worked] = [now, worked];
  }

  /** What is waited for is reported while it is: a turn's time may be up meanwhile. */
  async whileWaiting<T>(answer: Promise<T>): Promise<T> {
    const over = new AbortController();
    const ticking = (async () => {
      for (;;) {
        await sleep(this.#pace.prompt, undefined, { signal: over.signal });
        this.#stall(this.#stalledMs + performance.now() - this.#last);
      }
    })().catch(() => undefined);
    try {
      return await answer;
    } finally {
      over.abort();
      await ticking;
    }
  }

  /** The limit is reached, or it has waited long for what is its own doing. */
  isTimeUp(): boolean {
    if (this.#limitMs === Number.POSITIVE_INFINITY) return false;
    // A timer may fire a fraction of a millisecond early.
    return this.#workedMs >= this.#limitMs - 1 || (this.#ownDoing && this.#stalledMs >= this.#pace.silence);
  }

  /** For how long it has not worked, without a break. */
  stalledMs(): number {
    return this.#stalledMs;
  }

  /** Tells of the last so many milliseconds. What an interval may lack by itself does not count. */
  #stall(ms: number): void {
    if (ms < this.#pace.prompt / 2) return;
    const to = Date.now();
    this.#onStall?.(to - ms, to);
  }
}

/** A statement that gets less of its server than this makes no progress. */
const STARVED = 0.05;
