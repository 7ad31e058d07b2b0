import { setTimeout as sleep } from "node:timers/promises";
import { ServerLost } from "./server-lost.ts";

/** Milliseconds of the signs of life that are asked for. */
export const PACE = {
  /** Between two. Most statements are over before the first. */
  interval: 500,
  /** A server that takes longer over one was not at work all the time. */
  prompt: 1000,
  /** A server that gives none for so long is lost; one that is only overloaded has been seen to take 10 s. */
  silence: 30_000,
};

export interface LifeOptions {
  server: string;
  /** Asks the server for nothing, on a connection of its own. @throws ServerLost */
  ping: () => Promise<unknown>;
  /** True for an error that says that the statement took too long. */
  isTimeout: (error: unknown) => boolean;
  /** Default: `PACE`. */
  pace?: typeof PACE;
}

/** The signal is aborted when the server is lost: its connection is of no more use. */
type Run<T> = (lost: AbortSignal) => Promise<T>;

/**
 * Runs a statement and asks the server for signs of life meanwhile: one that is frozen is told from a slow statement. A
 * time-out counts where the server was at work all the time; else the statement has a second try.
 * @throws ServerLost when the server is silent
 */
export async function withSignsOfLife<T>(run: Run<T>, options: LifeOptions): Promise<T> {
  const first = watch(run, options);
  try {
    return await first.result;
  } catch (error) {
    if (!options.isTimeout(error) || first.slowestMs() <= (options.pace ?? PACE).prompt) throw error;
    await inTime(options.ping(), options);
    return watch(run, options).result;
  }
}

function watch<T>(run: Run<T>, options: LifeOptions): { result: Promise<T>; slowestMs(): number } {
  const [over, lost] = [new AbortController(), new AbortController()];
  let asked: number | null = null;
  let slowest = 0;
  const waited = (): number => (asked === null ? 0 : performance.now() - asked);
  const askOn = async (): Promise<never> => {
    for (;;) {
      await sleep((options.pace ?? PACE).interval, undefined, { signal: over.signal });
      asked = performance.now();
      await inTime(options.ping(), options);
      slowest = Math.max(slowest, waited());
      asked = null;
    }
  };
  const life = askOn().catch((error: unknown) => {
    if (!over.signal.aborted) lost.abort(error);
    throw error;
  });
  const result = Promise.race([run(lost.signal), life]).finally(() => {
    slowest = Math.max(slowest, waited());
    over.abort();
  });
  return { result, slowestMs: () => slowest };
}

async function inTime(ping: Promise<unknown>, { server, pace = PACE }: LifeOptions): Promise<void> {
  const over = new AbortController();
  const silence = sleep(pace.silence, undefined, { signal: over.signal }).then(() => {
    throw new ServerLost(server, `no answer for ${pace.silence / 1000} s`);
  });
  try {
    await Promise.race([ping, silence]);
  } finally {
    over.abort();
    silence.catch(() => undefined);
    ping.catch(() => undefined); // It may fail when nobody waits for it any more.
  }
}
