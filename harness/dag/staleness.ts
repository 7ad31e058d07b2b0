import { existsSync } from "node:fs";
import { join } from "node:path";
import { countOf } from "../../base/counts.ts";
import { hashOf } from "../../base/hash.ts";
import type { Config } from "../record/config/schema.ts";
import { hashOutputs, isUnder, readChecksums } from "../record/run-directory/checksums.ts";
import { writerOf } from "../record/run-directory/graph.ts";
import type { Manifest, StageInputs, StageState } from "../record/run-directory/manifest.ts";
import { DATABASES, GROWING } from "../record/run-directory/parts.ts";
import { RUN_PATHS } from "../record/run-directory/paths.ts";
import type { Stage } from "./stage.ts";

export interface CheckedRun {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
}

/** What there is to do for a stage. */
export interface StageCheck {
  state: StageState | null;
  inputs: StageInputs;
  /** In words, such as `prompt of verdict A changed`; [] where nothing is to be done. */
  causes: string[];
  /** What it has made stays, and it goes on from that; else it starts afresh. */
  goesOn: boolean;
}

/** Compares what decides a stage's result with what it was made from, and its files with what it left. */
export async function checkStage(stage: Stage, run: CheckedRun): Promise<StageCheck> {
  const state = run.manifest.stages[stage.name] ?? null;
  const inputs = await inputsOf(stage, run);
  if (state === null) return { state, inputs, causes: ["not run yet"], goesOn: false };
  const changes = changesBetween(state.inputs, inputs, stage);
  const causes = [...(await unfinished(stage, state, run)), ...changes.map(({ what }) => what)];
  return { state, inputs, causes, goesOn: state.reopened === true || changes.every(({ adds }) => adds) };
}

async function unfinished(stage: Stage, state: StageState, run: CheckedRun): Promise<string[]> {
  if (state.status === "running") return [state.reopened ? "opened again" : "interrupted"];
  const losses = await lossesOf(state, run);
  return losses.length > 0 ? losses : ((await stage.unreadable?.(run.runDirectory)) ?? []);
}

/** What decides a stage's result. Of what a stage wrote, what it recorded then; of what commands and people leave, what is there now. */
async function inputsOf(stage: Stage, { runDirectory, config, manifest }: CheckedRun): Promise<StageInputs> {
  const settings = Object.entries(stage.settings(config)).filter(([, value]) => !saysNothing(value));
  const reads: [string, string][] = [];
  for (const artifact of stage.reads) {
    const [path, writer] = [RUN_PATHS[artifact], writerOf(artifact)];
    if (DATABASES.includes(path)) continue;
    const hash = writer ? manifest.stages[writer]?.outputs[path] : await hashOutputs(runDirectory, [path]);
    reads.push([path, hash ?? "none"]);
  }
  return {
    version: stage.version,
    settings: Object.fromEntries(settings.map(([name, value]) => [name, hashOf(value).slice(0, 16)])),
    reads: Object.fromEntries(reads),
  };
}

/** As if it were not there, so that a setting that a later version adds leaves the runs without it whole. */
function saysNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

interface Change {
  what: string;
  /** Records that are there stay right. */
  adds: boolean;
}

function changesBetween(before: StageInputs | null, now: StageInputs, { derived = false }: Stage): Change[] {
  // What asks models is not asked again for want of a note.
  if (before === null) return derived ? [{ what: "an older version made it", adds: false }] : [];
  const version = before.version === now.version ? [] : [{ what: "the stage itself changed", adds: false }];
  const settings = differing(before.settings, now.settings).map((name) => ({ what: `${name} changed`, adds: false }));
  // An artifact that a later version added was not there.
  const reads = differing(withNone(before.reads, now.reads), now.reads).map((path) => ({
    what: `${path} changed`,
    adds: GROWING.includes(path),
  }));
  return [...version, ...settings, ...reads];
}

function withNone(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  return { ...Object.fromEntries(Object.keys(now).map((path) => [path, "none"])), ...before };
}

function differing(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

/**
 * What somebody took away of what a finished stage had left: artifacts, and files of the list of checksums. The agents' databases are
 * no loss once they were read. What was changed in place is found by `scopebench runs verify`.
 */
async function lossesOf(
  { outputs }: StageState,
  { runDirectory, manifest: { stages } }: CheckedRun,
): Promise<string[]> {
  const unneeded = stages.extract?.status === "complete" ? DATABASES : [];
  const needed = Object.keys(outputs).filter((part) => !unneeded.includes(part));
  const list = await readChecksums(runDirectory);
  const files = list === null || list.damaged ? [] : [...list.hashes.keys()].filter((path) => isUnder(path, needed));
  const lost = [...new Set([...needed, ...files])].filter((path) => !existsSync(join(runDirectory, path)));
  if (lost.length === 0) return [];
  return [
    lost.length === 1 ? `${lost[0]} is gone` : `${lost[0]} and ${countOf(lost.length - 1, "other file")} are gone`,
  ];
}
