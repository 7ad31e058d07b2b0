import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";

/** Marks the stage execute as unfinished where a lost server ended executions, so that a resume runs these and keeps the rest. */
export async function reopenLost(runDirectory: string): Promise<void> {
  if (!(await hasLost(runDirectory))) return;
  await updateManifest(runDirectory, ({ stages }) => ({
    stages: { ...stages, execute: { ...stages.execute!, status: "running" } },
  }));
}

/** Whether the stage execute is complete but for executions that a lost server ended. */
export async function hasLost(runDirectory: string): Promise<boolean> {
  const { stages, lost_executions: lost = 0 } = await readManifest(runDirectory);
  return stages.execute?.status === "complete" && lost > 0;
}
