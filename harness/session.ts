import { join } from "node:path";
import { checkCredentials } from "../agent/models/credentials.ts";
import type { Config } from "./config/schema.ts";
import { toModelConfig } from "./config/to-agent.ts";
import { type RunEvent, runStages } from "./dag/runner.ts";
import type { Effects, StageName } from "./dag/stage.ts";
import { checkJudgeFamilies } from "./judges/families.ts";
import { lockRun } from "./run-directory/lock.ts";
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
export async function runSession({
  runDirectory,
  config,
  effects,
  signal,
  listen,
  only,
}: SessionOptions): Promise<void> {
  const unlock = await lockRun(runDirectory);
  const services = openServices({ config, effects, signal });
  try {
    const stages = makeStages(services).filter((stage) => only === undefined || only.includes(stage.name));
    await runStages(stages, { runDirectory, config, effects, signal }, listen);
  } finally {
    await services.close();
    await unlock();
  }
}

/** Everything that would stop a run later, checked before anything starts: keys present, judges independent of their subjects. */
export function checkBeforeStart(config: Config, environment: Effects["environment"]): void {
  const judges = [config.judges.primary, config.judges.calibration, config.judges.meta].flatMap((judge) =>
    judge.type === "llm" ? judge.chain : [],
  );
  checkCredentials([...config.models, ...judges].map(toModelConfig), environment);
  checkJudgeFamilies(config);
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
