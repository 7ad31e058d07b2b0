import { isLocked } from "../../record/run-directory/lock.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import type { LiveState } from "./live-state.ts";
import { readProgress } from "./progress-file.ts";

/** What became of a run: it goes on at this moment, was stopped, failed, ended after a stage, or is whole. */
export type RunState = "running" | "interrupted" | "failed" | `until ${string}` | "complete";

/** A run that nobody holds and whose last session did not end was killed: that is an interruption too. */
export async function runStateOf(runDirectory: string, { stages }: Pick<Manifest, "stages">): Promise<RunState> {
  if (await isLocked(runDirectory)) return "running";
  if (stages.report?.status === "complete") return "complete";
  const ended = (await readProgress(runDirectory).catch(() => null))?.ended ?? null;
  return stateOf(ended, stages);
}

function stateOf(ended: LiveState["ended"], stages: Manifest["stages"]): RunState {
  if (ended === "failed") return "failed";
  const cut = Object.values(stages).some((state) => state?.status === "running");
  if (cut || ended !== "complete") return "interrupted";
  return `until ${Object.keys(stages).at(-1) ?? "nothing"}`;
}
