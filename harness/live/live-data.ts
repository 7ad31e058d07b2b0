import type { LiveState } from "./live-state.ts";

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
  /** Clock of the server, by which times are told. */
  now: string;
}
