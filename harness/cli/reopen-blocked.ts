import { existsSync } from "node:fs";
import { readManifest, updateManifest } from "../run-directory/manifest.ts";
import { runPath } from "../run-directory/paths.ts";
import { readJudgeFaults } from "../run-directory/summary.ts";

const STAGE_OF = { primary: "judge", calibration: "calibrate", meta: "meta-judge" } as const;

/**
 * Marks the judging stages that left blocked verdicts as unfinished, so that a resume judges these again and keeps the
 * rest. A run that is not scored yet is left as it is.
 */
export async function reopenBlocked(runDirectory: string): Promise<void> {
  const { stages } = await readManifest(runDirectory);
  // Runs that were scored by an older version have no count of faults.
  if (stages.score?.status !== "complete" || !existsSync(runPath(runDirectory, "metrics", "judge_faults.json"))) return;
  const faults = await readJudgeFaults(runDirectory);
  for (const { stage, blocked } of faults.stages) {
    const name = STAGE_OF[stage];
    const state = stages[name];
    if (blocked === 0 || state?.status !== "complete") continue;
    await updateManifest(runDirectory, (manifest) => ({
      stages: { ...manifest.stages, [name]: { ...state, status: "running" } },
    }));
  }
}
