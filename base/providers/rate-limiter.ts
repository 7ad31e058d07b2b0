import { setImmediate as nextTurn } from "node:timers/promises";
import { AdaptiveLimit, type AdaptiveLimitOptions, type RequestEnd } from "./adaptive-limit.ts";

/** A change in how much one provider is asked at once. */
export interface ConcurrencyEvent {
  provider: string;
  reason: "start" | "grow" | "shrink" | "pause" | "resume";
  /** Requests that may be in flight, that are, and that wait for their turn. */
  limit: number;
  inFlight: number;
  waiting: number;
  /** Of a pause: how long the provider asked for. */
  pauseMs?: number;
}

export interface Permit {
  /**
   * To be awaited when the answer is there. Answers that came together go on one after the other, each in a turn of the event
   * loop of its own: what follows an answer takes tens of milliseconds, and a cutoff must be able to strike between two of them.
   */
  turn(): Promise<void>;
  /** To be called once. `waitMs`: how long the provider asked to wait; nobody is let in until then. */
  release(end: RequestEnd, waitMs?: number): void;
}

/** `Permit.turn` for all that share one event loop. */
export function takingTurns(): Permit["turn"] {
  let turns: Promise<void> = Promise.resolve();
  return () => {
    turns = turns.then(() => nextTurn());
    return turns;
  };
}

export interface RateLimiter {
  /** Waits until one more request may be sent. Rejects with the signal's reason when aborted. */
  acquire(signal?: AbortSignal): Promise<Permit>;
}

interface RateLimiterOptions extends AdaptiveLimitOptions {
  provider: string;
  onEvent: (event: ConcurrencyEvent) => void;
}

/** One provider's requests, first come first served, within an adaptive limit and outside its pauses. */
export function makeRateLimiter(options: RateLimiterOptions): RateLimiter {
  return new AdaptiveRateLimiter(options);
}

class AdaptiveRateLimiter implements RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #limit: AdaptiveLimit;
  /** Each lets one request in. */
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #pause: { until: number; timer: NodeJS.Timeout } | null = null;
  readonly #turn = takingTurns();
  /** The limit that was told of last; 0 before the first request. */
  #shown = 0;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#limit = new AdaptiveLimit(options);
  }

  acquire(signal?: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        if (this.#waiting.length === 0) this.#pause?.timer.unref();
        reject(signal?.reason);
      };
      const admit = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#permit());
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      if (this.#shown === 0) this.#tell("start");
      this.#waiting.push(admit);
      this.#pause?.timer.ref();
      this.#admitNext();
    });
  }

  #permit(): Permit {
    const { generation } = this.#limit;
    return {
      turn: this.#turn,
      release: (end, waitMs = 0) => {
        if (end === "ok") this.#limit.succeed({ inFlight: this.#inFlight });
        if (end === "throttled") this.#limit.throttle({ generation });
        this.#inFlight--;
        if (this.#limit.value !== this.#shown) this.#tell(this.#limit.value > this.#shown ? "grow" : "shrink");
        if (end === "throttled" && waitMs > 0) this.#startPause(waitMs);
        this.#admitNext();
      },
    };
  }

  #admitNext(): void {
    while (this.#pause === null && this.#inFlight < this.#limit.value && this.#waiting.length > 0) {
      this.#inFlight++;
      this.#waiting.shift()?.();
    }
  }

  #startPause(waitMs: number): void {
    const until = performance.now() + waitMs;
    if (this.#pause && until <= this.#pause.until) return;
    clearTimeout(this.#pause?.timer);
    this.#pause = { until, timer: setTimeout(() => this.#resume(), waitMs) };
    // A pause that nobody waits for must not keep the process alive.
    if (this.#waiting.length === 0) this.#pause.timer.unref();
    this.#tell("pause", Math.round(waitMs));
  }

  #resume(): void {
    this.#pause = null;
    this.#tell("resume");
    this.#admitNext();
  }

  #tell(reason: ConcurrencyEvent["reason"], pauseMs?: number): void {
    this.#shown = this.#limit.value;
    this.#options.onEvent({
      provider: this.#options.provider,
      reason,
      limit: this.#shown,
      inFlight: this.#inFlight,
      waiting: this.#waiting.length,
      ...(pauseMs !== undefined && { pauseMs }),
    });
  }
}
