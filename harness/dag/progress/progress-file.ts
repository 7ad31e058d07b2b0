import { readFile } from "node:fs/promises";
import { writeFileAtomic } from "../../../base/atomic.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { RunEvent } from "../runner.ts";
import { advanceState, type LiveState, startState } from "./live-state.ts";
import { OwnThread } from "./own-thread.ts";

/** At most so often is the file written. */
const INTERVAL_MS = 500;

interface Options {
  runDirectory: string;
  stages: readonly StageName[];
  now: () => Date;
  log: (message: string) => void;
}

export interface ProgressFile {
  event(event: RunEvent): void;
  close(ended: NonNullable<LiveState["ended"]>): Promise<void>;
}

/** Keeps `progress.json` of a run up to date. A disk that cannot take it is said once and otherwise left to the stages. */
export function openProgressFile({ runDirectory, stages, now, log }: Options): ProgressFile {
  const at = () => now().toISOString();
  let state = startState(stages, at());
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let broken = false;
  const thread = new OwnThread();
  const write = async () => {
    if (broken) return;
    try {
      await writeFileAtomic(runPath(runDirectory, "progress"), JSON.stringify({ ...state, thread: thread.state }), {
        makesFolder: false, // Somebody may have removed the run.
      });
    } catch (error) {
      broken = true;
      log(`the live view stands still: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const schedule = () => {
    const due = performance.now() + INTERVAL_MS;
    timer ??= setTimeout(() => {
      timer = null;
      thread.timer(performance.now() - due);
      writing = (writing ?? Promise.resolve()).then(write);
    }, INTERVAL_MS);
    timer.unref();
  };
  return {
    event(event) {
      state = advanceState(state, event, at());
      schedule();
    },
    async close(ended) {
      if (timer) clearTimeout(timer);
      state = { ...state, updated_at: at(), ended };
      await writing;
      await write();
    },
  };
}

/** Null when the run has not begun to write it. */
export async function readProgress(runDirectory: string): Promise<LiveState | null> {
  try {
    return JSON.parse(await readFile(runPath(runDirectory, "progress"), "utf8")) as LiveState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
