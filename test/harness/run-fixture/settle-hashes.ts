import { hashOutputs } from "../../../harness/dag/keys.ts";
import type { StageName } from "../../../harness/dag/stage.ts";
import { readManifest, updateManifest } from "../../../harness/run-directory/manifest.ts";
import { STAGE_PARTS } from "../../../harness/run-directory/parts.ts";

/** Vouches for the records of a fixture as they are now, as an older version did: one hash a stage, no list of checksums. */
export async function settleHashes(directory: string): Promise<void> {
  const { stages } = await readManifest(directory);
  for (const [name, state] of Object.entries(stages))
    state.output_hash = await hashOutputs(directory, STAGE_PARTS[name as StageName]);
  await updateManifest(directory, () => ({ stages }));
}
