import { readFile, writeFile } from "node:fs/promises";
import { hashOutputs } from "../../../harness/record/run-directory/checksums.ts";
import type { StageName } from "../../../harness/record/run-directory/graph.ts";
import type { Manifest } from "../../../harness/record/run-directory/manifest.ts";
import { partsOf } from "../../../harness/record/run-directory/parts.ts";
import { runPath } from "../../../harness/record/run-directory/paths.ts";

/** Vouches for the records of a fixture as they are now, as an older version did: one hash a stage, no list of checksums. */
export async function settleHashes(directory: string): Promise<void> {
  const path = runPath(directory, "manifest");
  const manifest = JSON.parse(await readFile(path, "utf8")) as Manifest;
  for (const [name, state] of Object.entries(manifest.stages))
    state.output_hash = await hashOutputs(directory, partsOf(name as StageName));
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
