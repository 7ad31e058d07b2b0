import { AsyncLocalStorage } from "node:async_hooks";

/** A stretch of time, of the clock of `Date.now()`, in which a server did not work on what it was asked. */
export type OnStall = (from: number, to: number) => void;

const LISTENER = new AsyncLocalStorage<OnStall>();

/** Makes a call and hears of the stalls in it. */
export function hearingStalls<T>(onStall: OnStall, call: () => Promise<T>): Promise<T> {
  return LISTENER.run(onStall, call);
}

/** Whoever hears of the stalls of the present call. */
export function stallListener(): OnStall | undefined {
  return LISTENER.getStore();
}
