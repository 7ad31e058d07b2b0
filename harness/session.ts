import { join } from "node:path";
import { checkCredentials } from "../agent/models/credentials.ts";
import { withTape } from "../db/base/tape/tape.ts";
import { UserError } from "../db/base/user-error.ts";
import type { Config } from "./config/schema.ts";
import { toModelConfig } from "./config/to-agent.ts";
import { type RunEvent, runStages } from "./dag/runner.ts";
import type { Effects, StageName } from "./dag/stage.ts";
import { checkJudgeFamilies } from "./judges/families.ts";
import { behindProviderGates } from "./live/concurrency-log.ts";
import { openProgressFile } from "./live/progress-file.ts";
import { openRecording } from "./recording/open.ts";
import { lockRun } from "./run-directory/lock.ts";
import type { RecordingState } from "./run-directory/manifest.ts";
import { makeStages } from "./stages/index.ts";
import { openServices } from "./stages/open-services.ts";

export interface SessionOptions {
  runDirectory: string;
  config: Config;
  effects: Effects;
  signal: AbortSignal;
  listen(event: RunEvent): void;
  /** Only these stages; default all. */
  only?: readonly StageName[];
}

/** Brings a run up to date under its lock. Throws `Interrupted` when the signal was aborted; what was finished is kept. */
export async function runSession(options: SessionOptions): Promise<void> {
  const { runDirectory, effects } = options;
  const unlock = await lockRun(runDirectory);
  try {
    await behindProviderGates({ runDirectory, now: effects.now }, (load) => runLocked(options, load));
  } finally {
    await unlock();
  }
}

/** `load`: how much the providers are asked at this moment. */
async function runLocked(options: SessionOptions, load: () => string): Promise<void> {
  const { runDirectory, config, effects, signal, listen, only } = options;
  const recording = await openRecording({ runDirectory, config, effects });
  const stop = recording ? AbortSignal.any([signal, recording.tape.signal]) : signal;
  const services = openServices({ config, effects, signal: stop });
  const stages = makeStages(services).filter((stage) => only === undefined || only.includes(stage.name));
  const names = stages.map(({ name }) => name);
  const progress = openProgressFile({ runDirectory, stages: names, now: effects.now, log: effects.log });
  const tell = (event: RunEvent) => {
    progress.event(event);
    listen(event.type === "stage-progress" ? { ...event, step: { ...event.step, load: load() } } : event);
  };
  const run = () => runStages(stages, { runDirectory, config, effects, signal: stop }, tell);
  try {
    await withTape(recording?.tape ?? null, run);
    await recording?.finish();
    await progress.close("complete");
  } catch (error) {
    await progress.close(signal.aborted ? "interrupted" : "failed");
    recording?.tape.signal.throwIfAborted();
    throw error;
  } finally {
    await services.close();
  }
}

/**
 * Everything that would stop a run later, checked before anything starts: keys present (a replay needs none), judges
 * independent of their subjects.
 */
export function checkBeforeStart(
  config: Config,
  environment: Effects["environment"],
  mode?: RecordingState["mode"],
): void {
  const judges = [config.judges.primary, config.judges.calibration, config.judges.meta].flatMap((judge) =>
    judge.type === "llm" ? judge.chain : [],
  );
  if (mode !== "replay") checkCredentials([...config.models, ...judges].map(toModelConfig), environment);
  checkNamed(config, environment);
  if (mode !== undefined) checkNoSubjects(config, mode);
  checkJudgeFamilies(config);
}

/** Subjects ask their models themselves, past the tape. */
function checkNoSubjects({ subjects, models }: Config, mode: RecordingState["mode"]): void {
  if (subjects.length === 0) return;
  throw new UserError(
    "config",
    `a cassette holds the calls of our own models alone: no run with subjects can be ${mode}ed`,
    {
      problems: subjects.map(({ name }) => `subjects: expected none, found ${name}`),
      hint: `leave them out: --models ${models.map(({ name }) => name).join(",") || "<a model of bench.yaml>"}`,
    },
  );
}

/** Variables that the configuration promises to agents which are not ours. */
function checkNamed({ subjects }: Config, environment: Effects["environment"]): void {
  const problems = subjects.flatMap((subject) => {
    const names = subject.type === "http" ? (subject.token_env ?? []) : subject.environment;
    return [names].flat().flatMap((name) => (environment[name] ? [] : [`${subject.name}: ${name} is not set`]));
  });
  if (problems.length > 0) throw new UserError("credentials", "subjects name variables that are not set", { problems });
}

export function makeEffects({
  cwd,
  environment,
  log,
}: {
  cwd: string;
  environment: Effects["environment"];
  log(message: string): void;
}): Effects {
  return {
    now: () => new Date(),
    environment,
    cacheDirectory: environment.SCOPEBENCH_CACHE || join(cwd, ".scopebench"),
    log,
  };
}
