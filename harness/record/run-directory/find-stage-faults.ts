import { existsSync } from "node:fs";
import { join } from "node:path";
import { configurationsOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { configurationName } from "../domain/names.ts";
import { hashOutputs, isUnder } from "./checksums.ts";
import type { FileFault } from "./find-faults.ts";
import { STAGE_NAMES, type StageName } from "./graph.ts";
import type { Manifest, StageState } from "./manifest.ts";
import { partsOf } from "./parts.ts";
import { RUN_PATHS } from "./paths.ts";

interface OldRun {
  runDirectory: string;
  manifest: Manifest;
  config: Config;
}

/** Versions without a list hashed databases with the records, and nothing kept them from changing. */
const NOT_HASHED_AGAIN: readonly StageName[] = ["execute", "report"];

/** The parts of which such a run can say nothing but whether a configuration's file is there. */
export const UNCOVERED = [
  RUN_PATHS.state,
  RUN_PATHS.report,
  RUN_PATHS.progress,
  RUN_PATHS.config,
  "what commands wrote",
];

/** The faults of a run without a list of checksums: files that must be there, and one hash for all that a stage wrote. */
export async function findStageFaults(run: OldRun, parts: readonly string[]): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for (const stage of STAGE_NAMES) {
    const own = partsOf(stage).filter((part) => parts.includes(".") || isUnder(part, parts));
    const state = run.manifest.stages[stage];
    if (own.length > 0 && state?.status === "complete") faults.push(...(await faultsOfStage(run, stage, state)));
  }
  return faults;
}

async function faultsOfStage(
  { runDirectory, config }: OldRun,
  stage: StageName,
  { output_hash, outputs }: StageState,
): Promise<FileFault[]> {
  const missing = expectedFiles(stage, config).filter((path) => !existsSync(join(runDirectory, path)));
  if (missing.length > 0) return missing.map((path) => ({ path, fault: "missing" }));
  if (NOT_HASHED_AGAIN.includes(stage)) return [];
  // A stage that was made anew since has a hash for each artifact.
  const recorded = output_hash ? [{ parts: partsOf(stage), hash: output_hash }] : hashesOf(outputs);
  const faults: FileFault[] = [];
  for (const { parts, hash } of recorded)
    if ((await hashOutputs(runDirectory, parts)) !== hash) faults.push({ path: parts[0]!, fault: "changed" });
  return faults;
}

function hashesOf(outputs: StageState["outputs"]): { parts: string[]; hash: string | null }[] {
  return Object.entries(outputs).map(([part, hash]) => ({ parts: [part], hash }));
}

/** Every configuration has a file of each of these, whatever became of its executions. */
function expectedFiles(stage: StageName, config: Config): string[] {
  const part = { execute: RUN_PATHS.rawOutput, extract: RUN_PATHS.extractions, judge: RUN_PATHS.verdicts }[
    stage as string
  ];
  return part === undefined ? [] : configurationsOf(config).map((each) => `${part}/${configurationName(each)}.jsonl`);
}
