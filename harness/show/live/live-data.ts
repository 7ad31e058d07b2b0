import type { LiveState } from "../../dag/progress/live-state.ts";

/** live.json */
export interface LiveData {
  run: string;
  corpus: string | null;
  stand_ins: string[];
  /** Configurations of the matrix, of which the running stage may not have met all yet. */
  configurations: number;
  /** Null before the first stage. */
  progress: LiveState | null;
  /** A process works on the run. */
  alive: boolean;
  /** There is a report to open. */
  report: boolean;
  /** What has come of it so far. */
  partial: LivePartial;
  /** Clock of the server, by which times are told. */
  now: string;
}

/** Results of a run that goes on: of the executions that have ended, which need not be like those that have not. */
export interface LivePartial {
  /** Of those that have begun and not ended the newest. */
  running: LiveRunning[];
  inFlight: number;
  configurations: { configuration: string; ended: number; failed: number; judged: number; passed: number }[];
  /** The last that ended, newest first. */
  latest: LiveExecution[];
  /** Of `failures` the newest. */
  failed: LiveExecution[];
  failures: number;
}

export interface LiveExecution {
  name: string;
  scenario: string;
  configuration: string;
  outcome: string;
  error: string | null;
  seconds: number;
  /** By the primary judge, once it has seen it. */
  judge: "pass" | "fail" | null;
}

/** An execution at work, with what it has done so far. */
export interface LiveRunning {
  name: string;
  scenario: string;
  configuration: string;
  since: string;
  calls: number;
  /** The tool that it called last. */
  last: string | null;
  answers: number;
}
