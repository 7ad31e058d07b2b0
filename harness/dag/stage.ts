import type { Config } from "../config/schema.ts";

export const STAGE_NAMES = [
  "generate",
  "execute",
  "extract",
  "judge",
  "calibrate",
  "meta-judge",
  "baselines",
  "score",
  "plots",
  "report",
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** Everything that reaches a stage from outside the run directory. Tests pass their own. */
export interface Effects {
  now(): Date;
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder for caches (corpora, substrates, scratch). */
  cacheDirectory: string;
  /** One line for the log; never shown as a number. */
  log(message: string): void;
}

export interface Progress {
  done: number;
  total: number;
  /** What is counted, where a stage counts several things one after the other, such as `truths`. */
  what?: string;
  /** What this step belongs to, such as a configuration's name. */
  group?: string;
  /** Set when the step did not succeed: `timeout`, `agent_error`, `blocked` ... */
  failure?: string;
  tokens?: number;
  cost?: number | null;
  /** How much the providers are asked at this moment. */
  load?: string;
}

export interface StageContext {
  runDirectory: string;
  /** Where a stage that is `derived` writes its parts; default: the run directory. */
  outputDirectory?: string;
  config: Config;
  effects: Effects;
  /** Aborted by Ctrl-C: finish what cannot be cut, write it, return. */
  signal: AbortSignal;
  progress(step: Progress): void;
}

/**
 * One stage of the DAG. Its key is a hash of its name, version, the config values it depends on and the hashes of what
 * it reads; when the key is unchanged and the stage was complete, it is not run again. A stage writes only its own paths
 * and keeps finished records there, so that it can be resumed; paths (files or folders of the run) are relative to the run directory.
 */
export interface Stage {
  name: StageName;
  /** Raised when the stage's code would give other results for the same inputs. */
  version: number;
  needs: readonly StageName[];
  writes: readonly string[];
  /** All of it is made anew each time: beside the run's parts, which stay until the new ones are whole. */
  derived?: boolean;
  /** Part of the config that decides the result. */
  configKeys: (config: Config) => unknown;
  /** One line for the user when done, such as `52 scenarios, 52 re-validated`. */
  run(context: StageContext): Promise<string>;
}
