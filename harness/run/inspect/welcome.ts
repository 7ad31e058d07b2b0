import { join } from "node:path";
import { count } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { percent } from "../../print/format.ts";
import type { Io } from "../../print/io.ts";
import { shellWord } from "../../print/shell-word.ts";
import { fold, printable } from "../../print/text.ts";
import { loadConfig } from "../../record/config/load.ts";
import { listRuns } from "../../record/run-directory/find.ts";
import { type RunRow, rowOf } from "./list-runs.ts";

const what = (called: string): string => `scopebench measures agentic retrieval: which of the existing tests matter
for this change, and how do we know?

  ${called} ask "Which tests cover Xn handover failure?"
      one question, its answer and its evidence
  ${called} run --limit 5 --models sprinter --quick
      five scenarios in six configurations, scored
  ${called} run
      the whole matrix and its report
`;

/** What `scopebench` alone prints: what this is, how to begin, and where the last run of this folder stands. */
export async function welcome(io: Io, called: string): Promise<void> {
  const lines = [what(called), await lastRun(io, called), `All commands: ${called} --help`];
  io.out(fold(lines.join("\n"), io.columns));
}

async function lastRun(io: Io, called: string): Promise<string> {
  try {
    const { runs_dir: folder } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: {} });
    const name = (await listRuns(folder)).at(-1);
    return name === undefined
      ? `No run yet in ${printable(folder)}`
      : describe(await rowOf(join(folder, name), name), called);
  } catch (error) {
    // A greeting is no place to fail: the command that needs it will say more.
    if (!(error instanceof UserError)) throw error;
    return `Last run: unknown (${printable(error.message, { singleLine: true })})`;
  }
}

function describe(row: RunRow, called: string): string {
  const { run, state, executions, expected, functional_pass: pass } = row;
  const done =
    executions === null ? "" : `, ${count(executions)} of ${expected === null ? "?" : count(expected)} executions`;
  const passed = pass === null ? "" : `, ${percent(pass)} pass`;
  return `Last run: ${printable(run)}, ${state.replace(/^until /, "stopped after ")}${done}${passed}\n  next: ${called} ${nextCommand(row)}`;
}

function nextCommand({ run, state }: RunRow): string {
  const name = shellWord(run);
  if (state === "complete") return `report serve ${name}`;
  if (state === "running") return `report serve ${name} --watch`;
  if (state === "unreadable") return `runs status ${name}`;
  return `resume ${name}`;
}
