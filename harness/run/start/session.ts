import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { removeLeftovers } from "../../../base/atomic.ts";
import { Outages } from "../../../base/outages/outages.ts";
import { type Recording, withRecording } from "../../../base/providers/recording/recording.ts";
import { openCeilings } from "../../dag/ceilings/ceilings.ts";
import { noteLeft } from "../../dag/ceilings/note-left.ts";
import { Interrupted } from "../../dag/interrupted.ts";
import { withLoggedRateLimiters } from "../../dag/progress/concurrency-log.ts";
import { openProgressFile } from "../../dag/progress/progress-file.ts";
import { type RunEvent, runStages } from "../../dag/runner.ts";
import type { Progress } from "../../dag/stage.ts";
import type { WorkerPool } from "../../dag/worker-pool.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import { GRAPH, needsOf, type StageName } from "../../record/run-directory/graph.ts";
import { lockRun } from "../../record/run-directory/lock.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { DATABASES } from "../../record/run-directory/parts.ts";
import { pathsOf, RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { openWriter } from "../../record/run-directory/record-files.ts";
import { openRecording } from "../recording/open.ts";
import { STAGES } from "../stages/index.ts";
import { areStandInsAlone, openServices, waitMsOf } from "../stages/open-services.ts";

export interface SessionOptions {
  runDirectory: string;
  config: Config;
  effects: Effects;
  signal: AbortSignal;
  listen(event: RunEvent): void;
  /** Only these stages; default all. */
  only?: readonly StageName[];
  /** Who makes the executions in this process' place. */
  pool?: WorkerPool | null;
  /** In place of the one that the manifest names. */
  recording?: Recording | undefined;
  /** Opens databases and systems; default: the run's own. */
  open?: typeof openServices | undefined;
}

/** Brings a run up to date under its lock. Throws `Interrupted` when the signal was aborted; what was finished is kept. */
export async function runSession(options: SessionOptions): Promise<void> {
  const { runDirectory, effects } = options;
  const wasCutOff = existsSync(runPath(runDirectory, "lock"));
  const unlock = await lockRun(runDirectory);
  const started = new Set<StageName>();
  const writer = openWriter(runDirectory);
  const beforeStage = async (stage: StageName) => {
    started.add(stage);
    await writer.begin(partsBeside(stage));
  };
  try {
    await removeLeftovers(runDirectory);
    // Older versions did not note what a killed session had open.
    await writer.begin([...BESIDE_STAGES, ...(wasCutOff ? DATABASES : [])]);
    await withLoggedRateLimiters({ runDirectory, now: effects.now }, (load) =>
      runLocked(options, { load, started, beforeStage }),
    );
  } finally {
    await writer.finish();
    await unlock();
  }
}

const BESIDE_STAGES = [RUN_PATHS.concurrency, RUN_PATHS.progress, RUN_PATHS.live, RUN_PATHS.spent];

/** What a stage's session writes beside the stage's own parts, or goes on writing when the stage is over: databases are open until it ends. */
function partsBeside(stage: StageName): string[] {
  const { reads, writes } = GRAPH[stage];
  const databases = pathsOf([...reads, ...writes]).filter((path) => DATABASES.includes(path));
  return stage === "report" ? [...databases, RUN_PATHS.pages] : databases;
}

interface Watched {
  /** How much the providers are asked at this moment. */
  load(): string;
  /** The stages that were run. */
  started: ReadonlySet<StageName>;
  beforeStage(stage: StageName): Promise<void>;
}

/** Null where one thread makes everything. */
async function threadsOf({ config, effects }: SessionOptions): Promise<WorkerPool | null> {
  if (config.threads === 1) return null;
  const { ExecutionThreads } = await import("../execution-threads/pool.ts");
  return new ExecutionThreads(effects);
}

async function runLocked(options: SessionOptions, { load, started, beforeStage }: Watched): Promise<void> {
  const { runDirectory, config, effects, signal, listen, only } = options;
  const recording = options.recording
    ? { calls: options.recording, finish: () => Promise.resolve() }
    : await openRecording({ runDirectory, config, effects });
  const stop = recording ? AbortSignal.any([signal, recording.calls.signal]) : signal;
  let stage: StageName = "generate";
  const ingested = (step: Progress) => tell({ type: "stage-progress", stage, step });
  const onTick = () => tell({ type: "stage-waiting", stage, on: outages.state() });
  const outages = new Outages({ waitMs: waitMsOf(config), signal: stop, log: effects.log, onTick });
  const { ceilings: raised } = await readManifest(runDirectory);
  const ceilings = await openCeilings({ ...config.ceilings, ...raised }, { runDirectory, now: effects.now });
  const pool = options.pool ?? (await threadsOf(options));
  if (pool) pool.onState = (state) => tell({ type: "stage-pool", stage, pool: state });
  const services = (options.open ?? openServices)({
    config,
    effects,
    signal: stop,
    step: ingested,
    outages,
    pool,
    ceilings,
    remembers: areStandInsAlone(config),
  });
  const stages = STAGES.filter((stage) => only === undefined || only.includes(stage.name));
  const names = stages.map(({ name }) => name);
  const progress = openProgressFile({ runDirectory, stages: names, now: effects.now, log: effects.log });
  const tell = (event: RunEvent) => {
    stage = event.stage;
    progress.event(event);
    listen(event.type === "stage-progress" ? { ...event, step: { ...event.step, load: load() } } : event);
  };
  const run = async () => {
    for (const [at, stage] of stages.entries()) {
      await runStages([stage], { runDirectory, config, effects, services, signal: stop, beforeStage }, tell);
      if (started.has(stage.name)) await noteLeft(runDirectory, stage.name, ceilings);
      // Its extractions tell more.
      if (stage.name === "extract") await rm(runPath(runDirectory, "live"), { recursive: true, force: true });
      // Executions have grown the embedded databases, and scores and pictures take as much.
      if (!needsOf(names.slice(at + 1)).includes("substrate")) await services.close();
    }
  };
  try {
    await withRecording(recording?.calls ?? null, run);
    await recording?.finish();
    await progress.close("complete");
  } catch (error) {
    await progress.close(signal.aborted ? "interrupted" : "failed");
    recording?.calls.signal.throwIfAborted();
    if (signal.aborted) throw new Interrupted(basename(runDirectory));
    throw error;
  } finally {
    await services.close();
    await ceilings.close();
  }
}
