import type { StageName } from "../../record/run-directory/graph.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";

/** Marks the stages as unfinished of which a ceiling left something, so that a resume makes that and keeps the rest. */
export async function reopenStopped(runDirectory: string): Promise<void> {
  for (const name of await stoppedStages(runDirectory))
    await updateManifest(runDirectory, ({ stages }) => ({
      stages: { ...stages, [name]: { ...stages[name]!, status: "running" } },
    }));
}

/** The finished stages of which a ceiling left something. */
export async function stoppedStages(runDirectory: string): Promise<StageName[]> {
  const { stages, stopped_at } = await readManifest(runDirectory);
  return (Object.keys(stopped_at?.left ?? {}) as StageName[]).filter((name) => stages[name]?.status === "complete");
}
