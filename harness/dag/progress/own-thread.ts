import { performance } from "node:perf_hooks";

/** What this process' one thread, which all executions in flight share, has to do. */
export interface ThreadLoad {
  /** Share of the time, 0 to 1. */
  busy: number;
  /** The longest that a timer waited beyond its time. */
  lag_ms: number;
}

/** So long a state is of: shorter ones jump. */
const WINDOW_MS = 10_000;

/** Looks at the thread as long as it is told of timers: it sets none itself. */
export class OwnThread {
  /** Of the last ten seconds that are over; undefined before. */
  state: ThreadLoad | undefined;
  #since = performance.now();
  #loop = performance.eventLoopUtilization();
  #lagMs = 0;

  /** @param lateMs by which a timer was late */
  timer(lateMs: number): void {
    this.#lagMs = Math.max(this.#lagMs, lateMs);
    if (performance.now() - this.#since < WINDOW_MS) return;
    this.state = {
      busy: performance.eventLoopUtilization(this.#loop).utilization,
      lag_ms: Math.round(this.#lagMs),
    };
    this.#since = performance.now();
    this.#loop = performance.eventLoopUtilization();
    this.#lagMs = 0;
  }
}
