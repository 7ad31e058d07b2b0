import { fileURLToPath } from "node:url";
import { $, type ProcessPromise, sleep } from "zx";

const BIN = fileURLToPath(new URL("../../harness/bin.ts", import.meta.url));

/** In a process group of its own, so that a signal reaches all of it at once. */
export function scopebench(...args: readonly string[]): ProcessPromise {
  const options = { quiet: true, nothrow: true, detached: true } as const;
  return $(options)`${process.execPath} --import ${import.meta.resolve("tsx")} ${BIN} ${args}`;
}

/** 2 is the exit code of a run with failed executions. */
export async function finished(run: ProcessPromise): Promise<void> {
  const { exitCode, signal, stderr } = await run;
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`exit ${exitCode ?? signal}: ${stderr.slice(-2000)}`);
}

/** SIGKILL after a time. False when it had ended before. */
export async function killed(run: ProcessPromise, afterMs: number): Promise<boolean> {
  await Promise.race([run, sleep(afterMs)]);
  signalAll(run, "SIGKILL");
  return (await run).signal === "SIGKILL";
}

export function signalAll(run: ProcessPromise, signal: NodeJS.Signals): void {
  try {
    if (run.pid !== undefined && run.stage === "running") process.kill(-run.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
