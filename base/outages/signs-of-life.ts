import { setTimeout as sleep } from "node:timers/promises";
import { type LifeOptions, PACE } from "./life-options.ts";
import { ServerLost } from "./server-lost.ts";
import { WorkClock } from "./work-clock.ts";

/** The signal is aborted when the server is lost: its connection is of no more use. */
type Run<T> = (lost: AbortSignal) => Promise<T>;

/**
 * Runs a statement and asks its server for signs of life meanwhile. The statement is ended when the server has worked on it for
 * the time of its limit: one that waits for a lock or for a processor is told from one that takes long.
 * @throws ServerLost when the server is silent, or the statement has only waited
 */
export async function withSignsOfLife<T>(run: Run<T>, options: LifeOptions): Promise<T> {
  const lost = new AbortController();
  let over: AbortController | undefined;
  const clock = new WorkClock(options);
  let verdict: Error | null = null;
  const ending = async (reason: Error): Promise<void> => {
    verdict = reason;
    await inTime(options.end(), options);
  };
  let first: NodeJS.Timeout | undefined;
  // Most statements are over before the first look: what watches is made then. An aborted signal costs more than a timer that is taken back.
  const life = new Promise<never>((_resolve, reject) => {
    first = setTimeout(() => {
      over = new AbortController();
      const { signal } = over;
      watch(clock, { ...options, ending, over: signal }).catch((error: unknown) => {
        if (!signal.aborted) lost.abort(error);
        reject(error);
      });
    }, clock.nextMs());
  });
  try {
    return await Promise.race([run(lost.signal), life]);
  } catch (error) {
    // Cut off in the middle, because it was told to end.
    throw verdict !== null && error instanceof ServerLost && error !== lost.signal.reason ? verdict : error;
  } finally {
    clearTimeout(first);
    over?.abort();
  }
}

interface WatchOptions extends LifeOptions {
  over: AbortSignal;
  ending(reason: Error): Promise<void>;
}

/** Looks at once and then at intervals. Ends with an error only: when the statement is over, is told to end, or its server is lost. */
async function watch(clock: WorkClock, options: WatchOptions): Promise<never> {
  const { server, over, ending, pace = PACE } = options;
  for (; ; await sleep(clock.nextMs(), undefined, { signal: over })) {
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
    answer.catch(() => undefined); // It may fail after its callers are gone.
  }
}
