import { setTimeout as sleep } from "node:timers/promises";
import { countOf } from "../counts.ts";
import { UserError } from "../user-error.ts";
import { ServerLost } from "./server-lost.ts";
import { hearingStalls } from "./stalls.ts";

/** How long a call waits for a server by default. */
export const DEFAULT_WAIT_MS = 60_000;
/** The first wait before a call is tried again; doubles up to the ceiling. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2000;
/** A waiting person is told this often, and of a server that has not answered the first call by then. */
const TICK_MS = 1000;
/** One that is lost again and again over the same, as with a full disk, is told of this often. */
const SAME_MS = 30_000;

export interface OutageOptions {
  /** Longest wait of one call. Default: a minute. */
  waitMs?: number;
  /** Ends all waiting. */
  signal?: AbortSignal;
  /** Told of each outage when it begins and when it is over. */
  log?: (message: string) => void;
  /** Called each second while a server is waited for, and when it no longer is. */
  onTick?: () => void;
}

/** The outages of the servers that a process uses: calls wait here until their server answers again. */
export class Outages {
  readonly #options: OutageOptions & { waitMs: number };
  /** By server: since when it is waited for, by how many calls, and how many have waited. */
  readonly #waiting = new Map<string, { since: number; calls: number; waited: number; told: boolean }>();
  readonly #past: { from: number; to: number }[] = [];
  /** By server: what was last said of it, and when. */
  readonly #told = new Map<string, { message: string; at: number }>();
  #ticking: NodeJS.Timeout | undefined;

  constructor(options: OutageOptions = {}) {
    this.#options = { ...options, waitMs: options.waitMs ?? DEFAULT_WAIT_MS };
  }

  /**
   * Makes a call that may be repeated, again and again while its server is lost.
   * @throws ServerLost when the wait was in vain
   */
  async outlast<T>(call: () => Promise<T>): Promise<T> {
    const end = this.#options.signal;
    let outage: { server: string; noticed: number } | null = null;
    let answered = true;
    try {
      for (let attempt = 0; ; attempt++) {
        const began = Date.now();
        answered = true;
        try {
          return await hearingStalls((from, to) => this.#stalled(from, to), call);
        } catch (error) {
          if (!(error instanceof ServerLost)) throw error;
          answered = false;
          outage ??= this.#begin(error, began);
          if (end?.aborted || Date.now() - outage.noticed >= this.#options.waitMs) throw error;
          await sleep(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt), undefined, { signal: end }).catch(() => {
            throw error;
          });
        }
      }
    } finally {
      if (outage) this.#end(outage.server, answered);
    }
  }

  /**
   * As `outlast`, of the first call to a server, whose address may be wrong: one that does not answer is named within a
   * second, and one that refuses the login is not waited for.
   */
  reach<T>(server: string, call: () => Promise<T>): Promise<T> {
    const { log } = this.#options;
    const slow = setTimeout(() => log?.(`no answer yet from ${server}: waiting`), TICK_MS).unref();
    return this.outlast(() =>
      call()
        .catch(unlessRefused)
        .finally(() => clearTimeout(slow)),
    );
  }

  /** `waiting for PostgreSQL at host:5432/database: 12 s`; "" when all servers answer. */
  state(): string {
    const told = [...this.#waiting].map(([server, { since }]) => `${server}: ${secondsSince(since)} s`);
    return told.length === 0 ? "" : `waiting for ${told.join("; ")}`;
  }

  /** Milliseconds of an interval, of the clock of `Date.now()`, in which some server was waited for. */
  within(from: number, to: number): number {
    const open = [...this.#waiting.values()].map(({ since }) => ({ from: since, to: Date.now() }));
    let [sum, end] = [0, from];
    for (const outage of [...this.#past, ...open].sort((a, b) => a.from - b.from)) {
      sum += Math.max(0, Math.min(outage.to, to) - Math.max(outage.from, end));
      end = Math.max(end, outage.to);
    }
    return sum;
  }

  /** Counts a stretch of time as waited for: a server answered, but did not work on what it was asked. */
  #stalled(from: number, to: number): void {
    const last = this.#past.at(-1);
    // It is told of again while it grows.
    if (last && from <= last.to && to >= last.from)
      [last.from, last.to] = [Math.min(from, last.from), Math.max(to, last.to)];
    else this.#past.push({ from, to });
  }

  /** It lasts since the call was made that first met it. */
  #begin({ server, message }: ServerLost, since: number): { server: string; noticed: number } {
    const waiting = this.#waiting.get(server) ?? {
      since,
      calls: 0,
      waited: 0,
      told: this.#options.waitMs > 0 && this.#isNews(server, message),
    };
    this.#waiting.set(server, { ...waiting, calls: waiting.calls + 1, waited: waiting.waited + 1 });
    if (waiting.calls === 0 && waiting.told)
      this.#options.log?.(`waiting for ${message}; up to ${this.#options.waitMs / 1000} s a call`);
    const { onTick } = this.#options;
    if (onTick) this.#ticking ??= setInterval(onTick, TICK_MS).unref();
    return { server, noticed: Date.now() };
  }

  #isNews(server: string, message: string): boolean {
    const before = this.#told.get(server);
    if (before?.message === message && Date.now() - before.at < SAME_MS) return false;
    this.#told.set(server, { message, at: Date.now() });
    return true;
  }

  #end(server: string, answered: boolean): void {
    const { since, calls, waited, told } = this.#waiting.get(server)!;
    if (calls > 1) return void this.#waiting.set(server, { since, calls: calls - 1, waited, told });
    this.#waiting.delete(server);
    this.#past.push({ from: since, to: Date.now() });
    if (told || (!answered && this.#options.waitMs > 0))
      this.#options.log?.(
        `${server} ${answered ? "answers again" : "did not come back"}, after ${secondsSince(since)} s: ${countOf(waited, "call")} waited`,
      );
    if (this.#waiting.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#options.onTick?.();
  }
}

function unlessRefused(error: unknown): never {
  if (!(error instanceof ServerLost && error.refused)) throw error;
  throw new UserError(error.code, error.message, { hint: error.hint, cause: error });
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
