import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../db/base/user-error.ts";
import { type Manifest, readManifest, type StageState, updateManifest } from "../run-directory/manifest.ts";
import { hashOutputs, stageKey } from "./keys.ts";
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
 * A stage that was interrupted, or opened again, goes on from its finished records; one whose key changed starts afresh.
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
    if (before?.status === "complete" && before.key === key && isThere(context.runDirectory, before)) {
      listen({ type: "stage-cached", stage: stage.name, summary: before.summary });
      continue;
    }
    await runOne(stage, { key, before, context, listen });
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
    if (!current || !isThere(runDirectory, state) || stage.needs.some((need) => pending.has(need)))
      pending.add(stage.name);
  }
  return stages.map(({ name }) => name).filter((name) => pending.has(name));
}

interface OneStage {
  key: string;
  before: StageState | undefined;
  context: Omit<StageContext, "progress">;
  listen: (event: RunEvent) => void;
}

async function runOne(stage: Stage, { key, before, context, listen }: OneStage): Promise<void> {
  const { runDirectory, effects, signal } = context;
  const goesOn = before?.status === "running" && (before.key === key || before.reopened === true);
  if (!goesOn) await clearOutputs(runDirectory, stage.writes);
  const startedAt = effects.now();
  const running: StageState = {
    status: "running",
    key,
    output_hash: "",
    written: [],
    started_at: startedAt.toISOString(),
    finished_at: null,
    duration_ms: goesOn ? before.duration_ms : 0,
    attempts: goesOn ? before.attempts + 1 : 1,
    summary: "",
  };
  await writeState(runDirectory, stage.name, running);
  listen({ type: "stage-start", stage: stage.name });
  const progress = (step: Progress) => listen({ type: "stage-progress", stage: stage.name, step });
  const summary = await stage.run({ ...context, progress });
  if (signal.aborted) throw new Interrupted();
  const finishedAt = effects.now();
  const durationMs = running.duration_ms + (finishedAt.getTime() - startedAt.getTime());
  await writeState(runDirectory, stage.name, {
    ...running,
    status: "complete",
    output_hash: await hashOutputs(runDirectory, stage.writes),
    written: stage.writes.filter((part) => existsSync(join(runDirectory, part))),
    finished_at: finishedAt.toISOString(),
    duration_ms: durationMs,
    summary,
  });
  listen({ type: "stage-done", stage: stage.name, summary, durationMs });
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

/** False when somebody took away what a finished stage had left. What was changed in place is found by `scopebench verify`. */
function isThere(runDirectory: string, { written }: StageState): boolean {
  return written.every((part) => existsSync(join(runDirectory, part)));
}

async function clearOutputs(runDirectory: string, parts: readonly string[]): Promise<void> {
  for (const part of parts) await rm(join(runDirectory, part), { recursive: true, force: true });
}

async function writeState(runDirectory: string, name: StageName, state: StageState): Promise<void> {
  await updateManifest(runDirectory, (manifest) => ({ stages: { ...manifest.stages, [name]: state } }));
}
