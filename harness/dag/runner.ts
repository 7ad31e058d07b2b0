import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../base/make-folder.ts";
import { UserError } from "../../base/user-error.ts";
import { replaceFolder, restoreFolder, withFolderBeside } from "../../base/whole-folder.ts";
import { runWord } from "../print/shell-word.ts";
import { type StageName, writersOf } from "../record/run-directory/graph.ts";
import { type Manifest, readManifest, type StageState, updateManifest } from "../record/run-directory/manifest.ts";
import { pathsOf } from "../record/run-directory/paths.ts";
import { recordOutputs } from "../record/run-directory/record-files.ts";
import { Interrupted } from "./interrupted.ts";
import type { Progress, ServedContext, Stage } from "./stage.ts";
import { type CheckedRun, checkStage, type StageCheck } from "./staleness.ts";
import type { PoolState } from "./worker-pool.ts";

/** What all stages of a session share. */
export type SessionContext = Omit<ServedContext, "progress"> & {
  /** Awaited before a stage writes anything. */
  beforeStage?(stage: StageName): Promise<void>;
};

/** What happened, as it happens; the terminal and the tests listen. */
export type RunEvent =
  | { type: "stage-cached"; stage: StageName; summary: string }
  | { type: "stage-start"; stage: StageName }
  | { type: "stage-progress"; stage: StageName; step: Progress }
  /** Told each second while a server is waited for; `on` is "" when it no longer is. */
  | { type: "stage-waiting"; stage: StageName; on: string }
  /** Told now and then where workers make what the stage needs. */
  | { type: "stage-pool"; stage: StageName; pool: PoolState }
  | { type: "stage-done"; stage: StageName; summary: string; durationMs: number };

/**
 * Brings the given stages of a run up to date, in order: what is missing or stale is computed, the rest is not.
 * A stage that was interrupted, was opened again or has lost a file since goes on from its finished records; one of which an input
 * changed starts afresh.
 * @throws Interrupted when the signal was aborted; the run can be resumed.
 */
export async function runStages(
  stages: readonly Stage[],
  context: SessionContext,
  listen: (event: RunEvent) => void,
): Promise<void> {
  for (const stage of stages) {
    if (context.signal.aborted) throw new Interrupted();
    const manifest = await readManifest(context.runDirectory);
    requireBefore(stage, { ...context, manifest });
    const check = await checkStage(stage, { ...context, manifest });
    if (check.state !== null && check.causes.length === 0)
      listen({ type: "stage-cached", stage: stage.name, summary: check.state.summary });
    else await runOne(stage, { check, context, listen });
  }
}

/** The stages that `runStages` would run: missing, stale, to be opened again, or after one of these. */
export async function pendingStages(
  stages: readonly Stage[],
  { reopened, ...run }: Omit<CheckedRun, "manifest"> & { reopened: readonly StageName[] },
): Promise<StageName[]> {
  const manifest = await readManifest(run.runDirectory);
  const pending = new Set<StageName>(reopened);
  for (const stage of stages) {
    const { causes } = await checkStage(stage, { ...run, manifest });
    if (causes.length > 0 || writersOf(stage.reads).some((name) => pending.has(name))) pending.add(stage.name);
  }
  return stages.map(({ name }) => name).filter((name) => pending.has(name));
}

interface OneStage {
  check: StageCheck;
  context: SessionContext;
  listen: (event: RunEvent) => void;
}

async function runOne(stage: Stage, { check, context, listen }: OneStage): Promise<void> {
  const { runDirectory, effects, signal } = context;
  const before = check.goesOn ? check.state : null;
  const parts = pathsOf(stage.writes);
  await context.beforeStage?.(stage.name);
  if (before === null && !stage.derived) await clearOutputs(runDirectory, parts);
  const startedAt = effects.now();
  const running: StageState = {
    status: "running",
    inputs: check.inputs,
    outputs: {},
    started_at: startedAt.toISOString(),
    finished_at: null,
    duration_ms: before?.duration_ms ?? 0,
    attempts: (before?.attempts ?? 0) + 1,
    summary: "",
  };
  await writeState(runDirectory, stage.name, running);
  listen({ type: "stage-start", stage: stage.name });
  const progress = (step: Progress) => listen({ type: "stage-progress", stage: stage.name, step });
  const run = stage.derived ? runBeside : (context: ServedContext) => stage.run(context);
  const summary = await run({ ...context, progress }, stage);
  if (signal.aborted) throw new Interrupted();
  // Before the state: a kill in between leaves a stage that is running, whose files nobody vouches for yet.
  const outputs = await recordOutputs(runDirectory, parts);
  const finishedAt = effects.now();
  const durationMs = running.duration_ms + (finishedAt.getTime() - startedAt.getTime());
  await writeState(runDirectory, stage.name, {
    ...running,
    status: "complete",
    outputs,
    finished_at: finishedAt.toISOString(),
    duration_ms: durationMs,
    summary,
  });
  listen({ type: "stage-done", stage: stage.name, summary, durationMs });
}

/** Makes all parts anew beside the run's, which stay until these are whole. */
async function runBeside(context: ServedContext, stage: Stage): Promise<string> {
  const { runDirectory, signal } = context;
  const parts = pathsOf(stage.writes);
  for (const part of parts) await restoreFolder(join(runDirectory, part));
  return withFolderBeside(join(runDirectory, stage.name), async (outputDirectory) => {
    const summary = await stage.run({ ...context, outputDirectory });
    if (signal.aborted) return summary;
    for (const part of parts) {
      await makeFolder(dirname(join(runDirectory, part)));
      if (existsSync(join(outputDirectory, part)))
        await replaceFolder(join(runDirectory, part), join(outputDirectory, part));
      else await rm(join(runDirectory, part), { recursive: true, force: true });
    }
    return summary;
  });
}

/** @throws UserError `run-directory` where a stage that it reads from is not complete */
export function requireBefore(
  { name, reads }: Pick<Stage, "name" | "reads">,
  { runDirectory, manifest }: { runDirectory: string; manifest: Manifest },
): void {
  const missing = writersOf(reads).filter((before) => manifest.stages[before]?.status !== "complete");
  if (missing.length === 0) return;
  throw new UserError(
    "run-directory",
    `stage ${name} reads from ${missing.join(", ")}, which ${missing.length > 1 ? "are" : "is"} not complete in this run`,
    {
      hint: `scopebench resume ${runWord(runDirectory)} computes everything that is missing`,
    },
  );
}

async function clearOutputs(runDirectory: string, parts: readonly string[]): Promise<void> {
  for (const part of parts) await rm(join(runDirectory, part), { recursive: true, force: true });
}

async function writeState(runDirectory: string, name: StageName, state: StageState): Promise<void> {
  await updateManifest(runDirectory, (manifest) => ({ stages: { ...manifest.stages, [name]: state } }));
}
