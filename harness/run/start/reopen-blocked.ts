import { existsSync } from "node:fs";
import type { StageName } from "../../record/run-directory/graph.ts";
import { readManifest, type StageState, updateManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { resultFile } from "../../results/analyses/analysis.ts";
import { judgeFaults } from "../../results/analyses/judge-faults.ts";
import { readResult } from "../../results/analyses/read-result.ts";

const STAGE_OF = { primary: "judge", calibration: "calibrate", meta: "meta-judge" } as const;

/** Marks the judging stages that left blocked verdicts as unfinished, so that a resume judges these again and keeps the rest. */
export async function reopenBlocked(runDirectory: string): Promise<void> {
  for (const { name, state } of await blockedStages(runDirectory))
    await updateManifest(runDirectory, ({ stages }) => ({
      stages: { ...stages, [name]: { ...state, status: "running" } },
    }));
}

/** The finished stages that left blocked verdicts; none in a run that is not scored yet. */
export async function blockedStages(runDirectory: string): Promise<{ name: StageName; state: StageState }[]> {
  const { stages } = await readManifest(runDirectory);
  // Runs that were scored by an older version have no count of faults.
  if (
    stages.score?.status !== "complete" ||
    !existsSync(runPath(runDirectory, "metrics", resultFile(judgeFaults.name)))
  )
    return [];
  const faults = await readResult(runDirectory, judgeFaults);
  return faults.stages.flatMap(({ stage, blocked }) => {
    const name = STAGE_OF[stage];
    const state = stages[name];
    return blocked > 0 && state?.status === "complete" ? [{ name, state }] : [];
  });
}
