import { existsSync } from "node:fs";
import type { StageName } from "../../record/run-directory/graph.ts";
import { type Manifest, readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { resultFile } from "../../results/analyses/analysis.ts";
import { judgeFaults } from "../../results/analyses/judge-faults.ts";
import { readResult } from "../../results/analyses/read-result.ts";

/** Marks the stages as unfinished that `reopenedStages` names, so that a resume makes what they left and keeps the rest. */
export async function reopenStages(runDirectory: string): Promise<void> {
  const names = await reopenedStages(runDirectory);
  await updateManifest(runDirectory, ({ stages }) => ({
    stages: { ...stages, ...Object.fromEntries(names.map((name) => [name, { ...stages[name]!, status: "running" }])) },
  }));
}

/** The finished stages that left something: blocked verdicts, executions that a lost server ended, or what a ceiling did not allow. */
export async function reopenedStages(runDirectory: string): Promise<StageName[]> {
  const manifest = await readManifest(runDirectory);
  const stopped = (Object.keys(manifest.stopped_at?.left ?? {}) as StageName[]).filter(isComplete(manifest));
  const lost: StageName[] = hasLost(manifest) ? ["execute"] : [];
  return [...new Set([...(await blockedStages(runDirectory)), ...lost, ...stopped])];
}

/** Whether the stage execute is complete but for executions that a lost server ended. */
export function hasLost(manifest: Manifest): boolean {
  return isComplete(manifest)("execute") && (manifest.lost_executions ?? 0) > 0;
}

const STAGE_OF = { primary: "judge", calibration: "calibrate", meta: "meta-judge" } as const;

/** The finished stages that left blocked verdicts; none in a run that is not scored yet. */
export async function blockedStages(runDirectory: string): Promise<StageName[]> {
  const manifest = await readManifest(runDirectory);
  // Runs that were scored by an older version have no count of faults.
  if (!isComplete(manifest)("score") || !existsSync(runPath(runDirectory, "metrics", resultFile(judgeFaults.name))))
    return [];
  const faults = await readResult(runDirectory, judgeFaults);
  return faults.stages
    .flatMap(({ stage, blocked }) => (blocked > 0 ? [STAGE_OF[stage]] : []))
    .filter(isComplete(manifest));
}

function isComplete({ stages }: Manifest): (name: StageName) => boolean {
  return (name) => stages[name]?.status === "complete";
}
