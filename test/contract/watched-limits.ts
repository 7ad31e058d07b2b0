import type { Permit, RateLimiter } from "../../base/providers/rate-limiter.ts";
import { SharedRateLimiter } from "../../harness/run/queue/limits/shared-limiter.ts";

/** A limiter, and how well it keeps to what it hears. */
export interface Watched {
  limiter: RateLimiter;
  /** Requests that were let in after their worker had heard of a 429 and before its Retry-After was over. */
  early: number;
  /** How often it heard, by its own answers or of other workers. */
  heard: number;
}

/** The clock of timers has whole milliseconds. */
const TICK_MS = 2;

/** Watches what a limiter lets in against what it has been told: by the order of both in one process, so that no load moves it. */
export function watched(limiter: RateLimiter): Watched {
  let until = 0;
  const watch: Watched = { limiter, early: 0, heard: 0 };
  const wait = (at: number, ms: number): void => {
    watch.heard++;
    until = Math.max(until, at + ms);
  };
  if (limiter instanceof SharedRateLimiter) {
    const hear = limiter.heardOfPause.bind(limiter);
    limiter.heardOfPause = (ms) => {
      const at = performance.now();
      hear(ms);
      wait(at, ms);
    };
  }
  const acquire = limiter.acquire.bind(limiter);
  watch.limiter = {
    async acquire(signal) {
      const permit = await acquire(signal);
      if (performance.now() < until - TICK_MS) watch.early++;
      return { ...permit, release: releaseOf(permit, wait) };
    },
  };
  return watch;
}

function releaseOf(permit: Permit, wait: (at: number, ms: number) => void): Permit["release"] {
  return (end, waitMs = 0) => {
    const at = performance.now();
    permit.release(end, waitMs);
    if (end === "throttled" && waitMs > 0) wait(at, waitMs);
  };
}
