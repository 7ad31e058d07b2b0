import type { Config } from "../record/config/schema.ts";
import type { Effects } from "../record/effects.ts";
import type { StageName } from "../record/run-directory/graph.ts";
import type { RunPath } from "../record/run-directory/paths.ts";
import type { Services } from "./services.ts";

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
  /** Where a stage that is `derived` writes its artifacts; default: the run directory. */
  outputDirectory?: string;
  config: Config;
  effects: Effects;
  /** Aborted by Ctrl-C: finish what cannot be cut, write it, return. */
  signal: AbortSignal;
  progress(step: Progress): void;
}

/** For stages that ask a database or an agent. */
export interface ServedContext extends StageContext {
  services: Services;
}

/**
 * One stage of the DAG. It is run again when its version, a setting or an artifact that it reads is another than when it was
 * complete. It writes only its own artifacts and keeps finished records there, so that it can be resumed.
 */
export interface Stage {
  name: StageName;
  /** Raised when the stage's code would give other results for the same inputs. */
  version: number;
  reads: readonly RunPath[];
  writes: readonly RunPath[];
  /** All of it is made anew each time: beside the run's artifacts, which stay until the new ones are whole. */
  derived?: boolean;
  /** What else decides the result, by what a person calls it: parts of the configuration, a judge's prompt. Another name is another setting. */
  settings(config: Config): Record<string, unknown>;
  /** What of its artifacts this version of scopebench cannot read, in words; where it is absent, it reads all that any version left. */
  unreadable?(runDirectory: string): Promise<string[]>;
  /** One line for the user when done, such as `52 scenarios, 52 re-validated`. */
  run(context: ServedContext): Promise<string>;
}
