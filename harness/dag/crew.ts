import type { TokenUsage } from "../../agent/contract.ts";
import type { Scenario } from "../../scenarios/schema.ts";
import type { Config } from "../config/schema.ts";
import type { ExecutionKey, ExecutionRecord, WorkerTrace } from "../domain/records.ts";

/** An execution as the worker that made it hands it over. */
export interface MadeExecution {
  record: ExecutionRecord;
  usage?: TokenUsage | undefined;
  /** What it read back at once: its databases stay with it. */
  trace: WorkerTrace;
  /** System prompts by their hash. */
  prompts: Readonly<Record<string, string>>;
}

/** An execution that is to be made, with what a worker needs to know of it. */
export interface OfferedCell {
  key: ExecutionKey;
  /** What is asked; an agent is told no more of it than in this process. */
  scenario: Scenario;
}

/** Processes elsewhere that make executions; reached over a queue. */
export interface Crew {
  /** Lets them work on a run. */
  begin(run: CrewRun): Promise<Shift>;
}

export interface CrewRun {
  runDirectory: string;
  config: Config;
  /** Of the corpus that every worker must have. */
  snapshotHash: string;
  /** Versions of the agents by name: what a user adds to them has its own. */
  agents: Readonly<Record<string, string>>;
  /** Nothing that was made for this run before counts. */
  startsAfresh: boolean;
  /** Ends the shift: workers take nothing more of the run, what they have begun is kept for the next one. */
  signal: AbortSignal;
  log(message: string): void;
}

/** The work on one run. */
export interface Shift {
  /** Resolves when a worker has made it, with why not where none could; null where the signal was aborted before. */
  make(cell: OfferedCell): Promise<{ made: MadeExecution } | { lost: string } | null>;
  /** Ends it. `complete`: everything is in the run directory, and nothing of the run stays in the queue. */
  close(complete: boolean): Promise<void>;
}
