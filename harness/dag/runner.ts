import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOf } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import { replaceFolder, restoreFolder, withFolderBeside } from "../../base/whole-folder.ts";
import { isUnder, readChecksums } from "../run-directory/checksums.ts";
import { type Manifest, readManifest, type StageState, updateManifest } from "../run-directory/manifest.ts";
import { DATABASES } from "../run-directory/parts.ts";
import { recordFiles } from "../run-directory/record-files.ts";
import { stageKey } from "./keys.ts";
import type { Progress, Stage, StageContext, StageName } from "./stage.ts";

/** What happened, as it happens; the terminal and the tests listen. */
export type RunEvent =
  | { type: "stage-cached"; stage: StageName; summary: string }
  | { type: "stage-start"; stage: StageName }
  | { type: "stage-progress"; stage: StageName; step: Progress }
  | { type: "stage-done"; stage: StageName; summary: string; durationMs: number };

export class Interrupted extends Error {
  override name = "Interrupted";
  /** The run that can be gone on with. */
  readonly run: string | undefined;

  constructor(run?: string) {
    super("interrupted");
    this.run = run;
  }
}

/**
 * Brings the given stages of a run up to date, in order: what is missing or stale is computed, the rest is not.
 * A stage that was interrupted, was opened again or has lost a file since goes on from its finished records; one whose key changed
 * starts afresh.
 * @throws Interrupted when the signal was aborted; the run can be resumed.
 */
export async function runStages(
  stages: readonly Stage[],
  context: Omit<StageContext, "progress">,
  listen: (event: RunEvent) => void,
): Promise<void> {
  for (const stage of stages) {
    const manifest = await readManifest(context.runDirectory);
    requireNeeds(stage, manifest);
    const key = stageKey(stage, context.config, manifest);
    const before = manifest.stages[stage.name];
    const lost = before?.status === "complete" ? await lostParts(context.runDirectory, before, manifest) : [];
    if (before?.status === "complete" && before.key === key && lost.length === 0) {
      listen({ type: "stage-cached", stage: stage.name, summary: before.summary });
      continue;
    }
    const isOpen = before?.status === "running" || lost.length > 0;
    const goesOn = isOpen && (before?.key === key || before?.reopened === true);
    await runOne(stage, { key, before: goesOn ? (before ?? null) : null, context, listen });
  }
}

/** The stages that `runStages` would run: missing, stale, to be opened again, or after one of these. */
export async function pendingStages(
  stages: readonly Stage[],
  {
    runDirectory,
    config,
    reopened,
  }: Pick<StageContext, "runDirectory" | "config"> & { reopened: readonly StageName[] },
): Promise<StageName[]> {
  const manifest = await readManifest(runDirectory);
  const pending = new Set<StageName>(reopened);
  for (const stage of stages) {
    const state = manifest.stages[stage.name];
    const current = state?.status === "complete" && state.key === stageKey(stage, config, manifest);
    const lost = current ? await lostParts(runDirectory, state, manifest) : [];
    if (!current || lost.length > 0 || stage.needs.some((need) => pending.has(need))) pending.add(stage.name);
  }
  return stages.map(({ name }) => name).filter((name) => pending.has(name));
}

interface OneStage {
  key: string;
  /** What it goes on from; null where it starts afresh. */
  before: StageState | null;
  context: Omit<StageContext, "progress">;
  listen: (event: RunEvent) => void;
}

async function runOne(stage: Stage, { key, before, context, listen }: OneStage): Promise<void> {
  const { runDirectory, effects, signal } = context;
  if (before === null && !stage.derived) await clearOutputs(runDirectory, stage.writes);
  const startedAt = effects.now();
  const running: StageState = {
    status: "running",
    key,
    output_hash: "",
    written: [],
    started_at: startedAt.toISOString(),
    finished_at: null,
    duration_ms: before?.duration_ms ?? 0,
    attempts: (before?.attempts ?? 0) + 1,
    summary: "",
  };
  await writeState(runDirectory, stage.name, running);
  listen({ type: "stage-start", stage: stage.name });
  const progress = (step: Progress) => listen({ type: "stage-progress", stage: stage.name, step });
  const run = stage.derived ? runBeside : (context: StageContext) => stage.run(context);
  const summary = await run({ ...context, progress }, stage);
  if (signal.aborted) throw new Interrupted();
  // Before the state: a kill in between leaves a stage that is running, whose files nobody vouches for yet.
  const hashes = await recordFiles(
    runDirectory,
    stage.writes.filter((part) => !DATABASES.includes(part)),
  );
  const finishedAt = effects.now();
  const durationMs = running.duration_ms + (finishedAt.getTime() - startedAt.getTime());
  await writeState(runDirectory, stage.name, {
    ...running,
    status: "complete",
    output_hash: hashOf([...hashes]),
    written: stage.writes.filter((part) => existsSync(join(runDirectory, part))),
    finished_at: finishedAt.toISOString(),
    duration_ms: durationMs,
    summary,
  });
  listen({ type: "stage-done", stage: stage.name, summary, durationMs });
}

/** Makes all parts anew beside the run's, which stay until these are whole. */
async function runBeside(context: StageContext, stage: Stage): Promise<string> {
  const { runDirectory, signal } = context;
  for (const part of stage.writes) await restoreFolder(join(runDirectory, part));
  return withFolderBeside(join(runDirectory, stage.name), async (outputDirectory) => {
    const summary = await stage.run({ ...context, outputDirectory });
    if (signal.aborted) return summary;
    for (const part of stage.writes) {
      await mkdir(dirname(join(runDirectory, part)), { recursive: true });
      if (existsSync(join(outputDirectory, part)))
        await replaceFolder(join(runDirectory, part), join(outputDirectory, part));
      else await rm(join(runDirectory, part), { recursive: true, force: true });
    }
    return summary;
  });
}

function requireNeeds(stage: Stage, manifest: Manifest): void {
  const missing = stage.needs.filter((need) => manifest.stages[need]?.status !== "complete");
  if (missing.length === 0) return;
  throw new UserError(
    "run-directory",
    `stage ${stage.name} needs ${missing.join(", ")}, which ${missing.length > 1 ? "are" : "is"} not complete in this run`,
    {
      hint: `scopebench resume ${manifest.run_id} computes everything that is missing`,
    },
  );
}

/**
 * What somebody took away of what a finished stage had left: parts, and files of the list of checksums. The agents' databases are
 * no loss once they were read. What was changed in place is found by `scopebench verify`.
 */
async function lostParts(runDirectory: string, { written }: StageState, { stages }: Manifest): Promise<string[]> {
  const unneeded = stages.extract?.status === "complete" ? DATABASES : [];
  const needed = written.filter((part) => !unneeded.includes(part));
  const list = await readChecksums(runDirectory);
  const files = list === null || list.damaged ? [] : [...list.hashes.keys()].filter((path) => isUnder(path, needed));
  return [...needed, ...files].filter((path) => !existsSync(join(runDirectory, path)));
}

async function clearOutputs(runDirectory: string, parts: readonly string[]): Promise<void> {
  for (const part of parts) await rm(join(runDirectory, part), { recursive: true, force: true });
}

async function writeState(runDirectory: string, name: StageName, state: StageState): Promise<void> {
  await updateManifest(runDirectory, (manifest) => ({ stages: { ...manifest.stages, [name]: state } }));
}
