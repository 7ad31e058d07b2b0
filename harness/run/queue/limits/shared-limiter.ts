import type { RequestEnd } from "../../../../base/providers/adaptive-limit.ts";
import { type Permit, type RateLimiter, takingTurns } from "../../../../base/providers/rate-limiter.ts";
import { type Granted, LEASE_MS, type Report } from "./limit-table.ts";

/** Between two reports of a busy worker; grows with the number of workers, since all wait for one row. */
const REPORT_MS = 250;
const REPORT_MS_A_WORKER = 15;
/** What was held is not used on for as long as it may still be counted. */
const TRUSTED_MS = LEASE_MS - 1000;

interface Options {
  provider: string;
  worker: string;
  settle(report: Report): Promise<Granted>;
  /** Tells all workers of a provider that asks to wait, ahead of the report: it needs no lock. */
  tell(pauseMs: number): void;
}

/** One provider's requests of this worker, within what it holds of the limit that all workers share; first come first served. */
export class SharedRateLimiter implements RateLimiter {
  readonly #options: Options;
  /** Each lets one request in. */
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #held = 0;
  #trustedUntil = 0;
  #pausedUntil = 0;
  #generation = 0;
  #workers = 1;
  #owes = false;
  #growsFast = false;
  #news = noNews();
  #reporting: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #turn = takingTurns();
  #fault: { error: unknown } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  acquire(signal?: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#fault) throw this.#fault.error;
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        reject(signal?.reason);
      };
      const admit = (): void => {
        signal?.removeEventListener("abort", giveUp);
        if (this.#fault) reject(this.#fault.error);
        else resolve(this.#permit());
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(admit);
      this.#admit();
      if (this.#waiting.includes(admit)) this.#reportSoon();
    });
  }

  /** Another worker holds less than before. */
  heardOfRoom(): void {
    if (this.#waiting.length > 0 && this.#inFlight >= this.#held) this.report();
  }

  /** The limit changed: how it stands is asked at once, and nothing is sent until the answer is there. */
  heard(): void {
    this.#trustedUntil = 0;
    if (this.#inFlight + this.#waiting.length > 0) this.report();
  }

  /** Another worker was asked to wait. */
  heardOfPause(ms: number): void {
    this.#pause(ms);
  }

  /** One report at a time; what happens meanwhile goes into the next one. */
  report(): void {
    if (this.#reporting) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reporting = this.#exchange().finally(() => {
      this.#reporting = null;
      if (this.#again) {
        this.#again = false;
        this.report();
      } else if (this.#inFlight + this.#waiting.length > 0) this.#reportSoon();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #permit(): Permit {
    const generation = this.#generation;
    return {
      turn: this.#turn,
      release: (end, waitMs = 0) => this.#release(end, { waitMs, generation }),
    };
  }

  #release(end: RequestEnd, { waitMs, generation }: { waitMs: number; generation: number }): void {
    if (end === "ok" && this.#inFlight >= this.#held) this.#news.successes++;
    this.#inFlight--;
    if (end === "throttled") {
      this.#news.throttled.push(generation);
      this.#news.pauseMs = Math.max(this.#news.pauseMs, waitMs);
      this.#pause(waitMs);
      if (waitMs > 0) this.#options.tell(waitMs);
      this.report();
    } else if (this.#owes || this.#isRoundOver()) this.report();
    this.#admit();
  }

  /** Each round trip doubles what may be held, so waiting for the next report costs most of it. */
  #isRoundOver(): boolean {
    return this.#growsFast && this.#waiting.length > 0 && this.#news.successes >= this.#held;
  }

  #pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
  }

  #admit(): void {
    const now = performance.now();
    if (now < this.#pausedUntil || now > this.#trustedUntil || this.#isOwed()) return;
    while (this.#inFlight < this.#held && this.#waiting.length > 0) {
      this.#inFlight++;
      this.#news.served++;
      this.#waiting.shift()?.();
    }
  }

  /** What comes free is asked for anew where others wait for it. */
  #isOwed(): boolean {
    return this.#owes && this.#reporting !== null;
  }

  /** At the end of a pause, else when the next report is due; at once where nothing is held. */
  #reportSoon(): void {
    if (this.#timer || this.#reporting) return;
    const due =
      this.#held === 0 && this.#trustedUntil === 0 ? 0 : Math.max(REPORT_MS, REPORT_MS_A_WORKER * this.#workers);
    const left = this.#pausedUntil - performance.now();
    this.#timer = setTimeout(
      () => this.report(),
      Math.min(TRUSTED_MS / 2, left > 0 ? Math.min(left + 1, REPORT_MS * 4) : due),
    );
    if (this.#waiting.length === 0) this.#timer.unref();
  }

  async #exchange(): Promise<void> {
    const news = this.#news;
    this.#news = noNews();
    const { provider, worker, settle } = this.#options;
    try {
      const asked = performance.now();
      const granted = await settle({
        provider,
        worker,
        inFlight: this.#inFlight,
        waiting: this.#waiting.length,
        ...news,
      });
      this.#held = granted.held;
      this.#generation = granted.generation;
      this.#workers = granted.workers;
      this.#owes = granted.owes;
      this.#growsFast = granted.growsFast;
      this.#trustedUntil = this.#again ? this.#trustedUntil : asked + TRUSTED_MS;
      if (granted.pauseMs > 0) this.#pause(granted.pauseMs);
      setImmediate(() => this.#admit()); // Once this report is over.
    } catch (error) {
      this.#fault ??= { error };
      for (const admit of this.#waiting.splice(0)) admit();
    }
  }
}

function noNews(): Pick<Report, "served" | "successes" | "pauseMs"> & { throttled: number[] } {
  return { served: 0, successes: 0, throttled: [], pauseMs: 0 };
}
