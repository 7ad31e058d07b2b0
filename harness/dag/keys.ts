import { hashOf } from "../../base/hash.ts";
import type { Config } from "../config/schema.ts";
import { hashParts } from "../run-directory/checksums.ts";
import type { Manifest } from "../run-directory/manifest.ts";
import type { Stage } from "./stage.ts";

/** The stage's key: what decides its result. Equal key and complete = nothing to do. */
export function stageKey(stage: Stage, config: Config, manifest: Manifest): string {
  return hashOf({
    name: stage.name,
    version: stage.version,
    config: stage.configKeys(config),
    needs: stage.needs.map((need) => [need, manifest.stages[need]?.output_hash ?? "missing"]),
  });
}

/** One hash over the names and contents of everything under the given parts of a run. Missing parts count as empty. */
export async function hashOutputs(runDirectory: string, parts: readonly string[]): Promise<string> {
  return hashOf([...(await hashParts(runDirectory, parts))]);
}
