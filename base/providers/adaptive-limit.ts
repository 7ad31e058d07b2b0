export type RequestEnd = "ok" | "throttled" | "failed";

export interface AdaptiveLimitOptions {
  initial: number;
  max: number;
  /** What another one had come to. */
  from?: AdaptiveState | undefined;
}

/** What an adaptive limit has come to. */
export interface AdaptiveState {
  limit: number;
  /** From where on it grows slowly; null before the first halving. */
  threshold: number | null;
  /** Halvings so far. */
  generation: number;
}

/**
 * How many requests may be in flight, by additive increase and multiplicative decrease as in TCP's congestion control
 * (Jacobson 1988; RFC 5681): twofold a round trip up to the threshold, by one a round trip beyond it, halved when the
 * provider says that it is too much. Requests sent before the last halving tell nothing new, so they do not halve again.
 */
export class AdaptiveLimit {
  readonly #max: number;
  #limit: number;
  #threshold = Number.POSITIVE_INFINITY;
  #generation = 0;

  constructor({ initial, max, from }: AdaptiveLimitOptions) {
    this.#limit = Math.min(from?.limit ?? initial, max);
    this.#max = max;
    this.#threshold = from?.threshold ?? Number.POSITIVE_INFINITY;
    this.#generation = from?.generation ?? 0;
  }

  get state(): AdaptiveState {
    const threshold = Number.isFinite(this.#threshold) ? this.#threshold : null;
    return { limit: this.#limit, threshold, generation: this.#generation };
  }

  /** Requests that may be in flight: a whole number from 1. */
  get value(): number {
    return Math.floor(this.#limit);
  }

  /** To be kept by a request from its start to its end. */
  get generation(): number {
    return this.#generation;
  }

  /** A limit that was not reached is not known to be too low. */
  succeed({ inFlight }: { inFlight: number }): void {
    if (inFlight < this.value) return;
    this.#limit = Math.min(this.#max, this.#limit + (this.#limit < this.#threshold ? 1 : 1 / this.#limit));
  }

  throttle({ generation }: { generation: number }): void {
    if (generation < this.#generation) return;
    this.#generation++;
    this.#limit = Math.max(1, this.#limit / 2);
    this.#threshold = this.#limit;
  }
}
