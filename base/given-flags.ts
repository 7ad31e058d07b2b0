import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

const KEY = "scopebench.flags";

/** What this process was started with (`node --flag`), also in a thread, whose own `execArgv` is empty: V8's flags hold for the whole process. */
export function givenFlags(): readonly string[] {
  return isMainThread ? process.execArgv : ((getEnvironmentData(KEY) as string[] | undefined) ?? []);
}

/** Before a thread is started, so that it knows them. */
export function handOnFlags(): void {
  setEnvironmentData(KEY, [...givenFlags()]);
}
