import { existsSync } from "node:fs";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { type OpenedRun, openWholeRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";

/** @throws UserError `run-directory` for a run without scores, and as `openWholeRun` */
export async function openScored(name: string, { runsDir }: { runsDir?: string }, io: Io): Promise<OpenedRun> {
  const run = await openWholeRun(name, { io, runsDir });
  if (existsSync(runPath(run.runDirectory, "scores"))) return run;
  throw new UserError("run-directory", `${name} is not scored`, {
    hint: `scopebench resume ${runWord(run.runDirectory)}`,
  });
}
