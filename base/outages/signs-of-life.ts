import { setTimeout as sleep } from "node:timers/promises";
import { ServerLost } from "./server-lost.ts";
import { WorkClock } from "./work-clock.ts";

/** Milliseconds of the signs that are asked for. */
export const PACE = {
  /** Between two. Most statements are over before the first. */
  interval: 500,
  /** A server that takes longer over one was not at work all the time. */
  prompt: 1000,
  /** A server that gives none for so long is lost, and so is a statement that only waits; an overloaded one has been seen to take 10 s. */
  silence: 30_000,
  /** For a statement that was told to end. */
  grace: 5000,
};

/** What a server says of a statement that it runs. */
export interface Sign {
  /** The part of the time since the last sign in which it worked on the statement, 0 to 1. */
  share: number;
  /** What the statement waits for: `a lock that process 7 holds`. */
  waitsFor?: string | null;
  /** It may wait for what it asked for itself, as for much to be read. */
  ownDoing?: boolean;
}

export interface LifeOptions {
  server: string;
  /** Asks, on another connection, what became of the statement since the last time. @throws ServerLost */
  look: () => Promise<Sign>;
  /** Ends the statement, on another connection. */
  end: () => Promise<unknown>;
  /** The limit, in milliseconds of work: what the server spends on others, or the statement on locks, is no part of it. */
  limitMs?: number | undefined;
  /** What a statement over its limit fails with. */
  tooLong: () => Error;
  /** What one fails with that did not end when it was told to. Default: its server is lost. */
  unanswered?: () => Error;
  /** True for one that may wait as long as it takes, since nothing could take its place. */
  patient?: boolean;
  /** Default: `PACE`. */
  pace?: typeof PACE;
}

/** The signal is aborted when the server is lost: its connection is of no more use. */
type Run<T> = (lost: AbortSignal) => Promise<T>;

/**
 * Runs a statement and asks its server for signs of life meanwhile. The statement is ended when the server has worked on it for
 * the time of its limit: one that waits for a lock or for a processor is told from one that takes long.
 * @throws ServerLost when the server is silent, or the statement has only waited
 */
export async function withSignsOfLife<T>(run: Run<T>, options: LifeOptions): Promise<T> {
  const [over, lost] = [new AbortController(), new AbortController()];
  const clock = new WorkClock(options);
  let verdict: Error | null = null;
  const ending = async (reason: Error): Promise<void> => {
    verdict = reason;
    await inTime(options.end(), options);
  };
  const life = watch(clock, { ...options, ending, over: over.signal }).catch((error: unknown) => {
    if (!over.signal.aborted) lost.abort(error);
    throw error;
  });
  try {
    return await Promise.race([run(lost.signal), life]);
  } catch (error) {
    // Cut off in the middle, because it was told to end.
    throw verdict !== null && error instanceof ServerLost && error !== lost.signal.reason ? verdict : error;
  } finally {
    over.abort();
  }
}

interface WatchOptions extends LifeOptions {
  over: AbortSignal;
  ending(reason: Error): Promise<void>;
}

/** Ends with an error only: when the statement is over, is told to end, or its server is lost. */
async function watch(clock: WorkClock, options: WatchOptions): Promise<never> {
  const { server, over, ending, pace = PACE } = options;
  for (;;) {
    await sleep(clock.nextMs(), undefined, { signal: over });
    const asked = performance.now();
    const sign = await clock.whileWaiting(inTime(options.look(), options));
    over.throwIfAborted();
    clock.add(performance.now() - asked > pace.prompt ? { ...sign, share: 0 } : sign);
    if (clock.isTimeUp()) {
      await ending(options.tooLong());
      await sleep(pace.grace, undefined, { signal: over });
      const said = "a statement did not end when it was told to";
      throw options.unanswered?.() ?? new ServerLost(server, said, { midStatement: true });
    }
    if (options.patient || clock.stalledMs() < pace.silence) continue;
    const waited = `a statement waited ${Math.round(clock.stalledMs() / 1000)} s for ${sign.waitsFor ?? "a processor"}`;
    const stalled = new ServerLost(server, waited);
    await ending(stalled);
    throw stalled;
  }
}

async function inTime<T>(answer: Promise<T>, { server, pace = PACE }: LifeOptions): Promise<T> {
  const over = new AbortController();
  const silence = sleep(pace.silence, undefined, { signal: over.signal }).then(() => {
    throw new ServerLost(server, `no answer for ${pace.silence / 1000} s`);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    over.abort();
    silence.catch(() => undefined);
    answer.catch(() => undefined); // It may fail when nobody waits for it any more.
  }
}
