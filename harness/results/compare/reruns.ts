import { resolve } from "node:path";
import { hashOf } from "../../../base/hash.ts";
import { listRuns } from "../../record/run-directory/find.ts";
import { type Manifest, readManifest } from "../../record/run-directory/manifest.ts";
import type { RunSource } from "./sources/run-source.ts";

interface Sides {
  baseline: RunSource;
  candidate: RunSource;
}

/**
 * Whoever reruns one candidate until it is green has other error rates: earlier scored runs of the same configuration and code beside the candidate are
 * told. Null: it is the first, a rerun would give the same, or it is not known what the candidate was made from.
 */
export async function toldOfEarlierRuns({ baseline, candidate }: Sides, runsDirectory: string): Promise<string | null> {
  if (candidate.kind !== "run" || candidate.series || isDeterministic(candidate)) return null;
  const manifests = await manifestsIn(runsDirectory);
  const own = manifests.find(({ run_id }) => run_id === candidate.provenance.run_id);
  if (!own) return null;
  const ofBaseline = new Set([baseline.provenance.run_id, ...(baseline.provenance.runs ?? [])]);
  const earlier = manifests.filter((other) => isEarlierRunOf(own, other) && !ofBaseline.has(other.run_id));
  if (earlier.length === 0) return null;
  const named = earlier.slice(-3).map(({ run_id }) => run_id);
  return `Run ${earlier.length + 1} of the same code and configuration (before it ${named.join(", ")}): the gate's error rates hold for a run that was chosen before it was seen; of several, one that passes lets a loss through more often`;
}

/** Whose answers follow from what is known. */
function isDeterministic({ provenance, executions }: RunSource): boolean {
  return executions.every(({ configuration }) => configuration in provenance.configurations);
}

function isEarlierRunOf(own: Manifest, other: Manifest): boolean {
  return (
    isKnownCode(own) &&
    hashOf(other.git) === hashOf(own.git) &&
    other.config_hash === own.config_hash &&
    other.stages.score?.status === "complete" &&
    other.created_at < own.created_at
  );
}

/** Earlier versions did not note what was not committed. */
function isKnownCode({ git }: Manifest): boolean {
  return git !== null && (!git.dirty || git.changes !== undefined);
}

/** Those that can be read. */
async function manifestsIn(runsDirectory: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const name of await listRuns(runsDirectory)) {
    const manifest = await readManifest(resolve(runsDirectory, name)).catch(() => null);
    if (manifest) found.push(manifest);
  }
  return found;
}
