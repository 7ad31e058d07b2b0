import { lockRun } from "../../../../harness/record/run-directory/lock.ts";

/** Tries for the lock of each run that it is told of, and lets go when told again. Says whether it has it. */
let unlock: (() => Promise<void>) | null = null;
process.on("message", async (run: string | null) => {
  if (run === null) await unlock?.();
  else unlock = await lockRun(run).catch(() => null);
  process.send!(run !== null && unlock !== null);
});
process.send!("ready");
