import type { TokenUsage } from "../../agent/contract/contract.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";
import type { JudgeOutcome, MetaOutcome } from "../judge/judges/judge.ts";
import type { Config } from "../record/config/schema.ts";
import type { ExecutionKey, ExecutionRecord, Extraction, Judgement, WorkerTrace } from "../record/domain/records.ts";
import type { Ceilings } from "./ceilings/ceilings.ts";

/** An execution as the worker that made it hands it over. */
export interface MadeExecution {
  record: ExecutionRecord;
  usage?: TokenUsage | undefined;
  /** What it read back at once: its databases stay with it. */
  trace: WorkerTrace;
  /** System prompts by their hash. */
  prompts: Readonly<Record<string, string>>;
}

interface OfCell {
  key: ExecutionKey;
  /** What is asked; an agent is told no more of it than in this process. */
  scenario: Scenario;
}
interface Judged extends OfCell {
  extraction: Extraction;
}

/** What a level executes over, where that is not the run's own substrate. */
export interface LevelSubstrate {
  /** Hash of its snapshot. */
  snapshot: string;
  /** With the thresholds that were found on it. */
  corrective: Config["corrective"];
}

/** What is to be made of one cell, with all that a worker needs to know of it. */
export type Task =
  | ({ stage: "execute"; over?: LevelSubstrate | undefined } & OfCell)
  | ({ stage: "judge" | "calibrate" | "baselines" } & Judged)
  | ({ stage: "meta-judge"; a: Judgement; b: Judgement } & Judged);
export type TaskStage = Task["stage"];

/** What comes of a task, by its stage. */
export interface MadeBy {
  execute: MadeExecution;
  judge: JudgeOutcome;
  calibrate: JudgeOutcome;
  baselines: JudgeOutcome;
  "meta-judge": MetaOutcome;
}

/** What a worker made of a task. */
export interface MadeRecord {
  made: MadeBy[TaskStage];
  /** False where the task is to be made again when it is offered again: a verdict that was blocked. */
  final: boolean;
  tokens: number;
  /** Null where the price is not known. */
  costUsd: number | null;
}

/** What left no record, with what was spent in vain. */
export interface Unmade extends Pick<MadeRecord, "tokens" | "costUsd"> {
  /** Why; null where it was cut off, and another worker begins it anew. */
  lost: string | null;
}

/** `lost`: no worker could make it. `stopped`: a ceiling was reached. Null: the signal was aborted before. */
export type Ended<S extends TaskStage = TaskStage> =
  | { made: MadeBy[S] }
  | { lost: string }
  | { stopped: string }
  | null;

/** Who makes what a run needs in its thread's place: processes elsewhere, reached over a queue, or threads of its own. */
export interface WorkerPool {
  /** Whether they make what a stage needs. */
  makes(stage: TaskStage): boolean;
  /** Lets them work on a run; the same dispatcher however often it is asked for. */
  begin(run: PooledRun): Promise<Dispatcher>;
  /** Told of the workers now and then. */
  onState: (state: PoolState) => void;
}

export interface PooledRun {
  runDirectory: string;
  config: Config;
  /** Of the corpus that every worker must have. */
  snapshot: RunSnapshot;
  /** Versions of the agents by name: what a user adds to them has its own. */
  agents: Readonly<Record<string, string>>;
  /** Nothing that was made for this run before counts. */
  startsAfresh: boolean;
  /** Ends the work on the run: workers take nothing more of the run, what they have begun is kept for the next one. */
  signal: AbortSignal;
  /** What all may spend, and is told what workers spent. */
  ceilings: Ceilings;
  log(message: string): void;
}

export interface RunSnapshot {
  hash: string;
  /** Writes it into a file, for workers that have not got it. Absent where it lies on a server that all reach. */
  pack?: ((file: string) => Promise<void>) | undefined;
}

/** Where packed snapshots lie, other than with the pool's own database. */
export interface PackedSnapshots {
  /** As users name it. */
  readonly place: string;
  has(name: string): Promise<boolean>;
  put(name: string, file: string): Promise<void>;
  get(name: string): AsyncIterable<Uint8Array>;
}

/** The work on one run. */
export interface Dispatcher {
  /** Nothing counts that was made of a stage before. */
  startAfresh(stage: TaskStage): Promise<void>;
  /** Workers may ask for it from now on, beside the run's own. */
  addSnapshot(snapshot: RunSnapshot): Promise<void>;
  make<S extends TaskStage>(task: Extract<Task, { stage: S }>): Promise<Ended<S>>;
  /** Nobody waits for anything more of the stage. */
  stageOver(): Promise<void>;
}

/** Who works on a run, for people. */
export interface PoolState {
  workers: PoolWorker[];
  /** Tasks: to be made, of them held by workers, begun again after a worker's death or failure, given up. */
  left: number;
  held: number;
  retries: number;
  dead: number;
  /** Null where nobody works. */
  eta_s: number | null;
  paused: boolean;
}

interface PoolWorker {
  id: string;
  slots: number;
  /** Made in the last minute. */
  per_minute: number;
  made: number;
  /** What it makes, and since how many seconds. */
  doing: { what: string; seconds: number }[];
}
