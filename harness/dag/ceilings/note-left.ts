import type { StageName } from "../../record/run-directory/graph.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import type { Ceilings } from "./ceilings.ts";

/** Notes in the manifest what a stage that just ran left unmade, or that it left nothing. */
export async function noteLeft(runDirectory: string, stage: StageName, ceilings: Ceilings): Promise<void> {
  const { stopped_at: before } = await readManifest(runDirectory);
  const made = ceilings.left().get(stage) ?? 0;
  if (made === 0 && before?.left[stage] === undefined) return;
  const { [stage]: _now, ...others } = before?.left ?? {};
  const left = made > 0 ? { ...others, [stage]: made } : others;
  const reached = ceilings.reached() ?? before?.reached ?? "";
  const stopped_at = Object.keys(left).length > 0 ? { reached, left } : undefined;
  await updateManifest(runDirectory, () => ({ stopped_at }));
}
