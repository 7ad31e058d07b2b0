import type { StageName } from "../../record/run-directory/graph.ts";
import type { RunEvent } from "../runner.ts";
import type { Progress } from "../stage.ts";
import type { PoolState } from "../worker-pool.ts";
import type { ThreadLoad } from "./own-thread.ts";

/** `progress.json`: how far a run is, for whoever looks at it from outside. Nothing is computed from it. */
export interface LiveState {
  stages: {
    stage: StageName;
    status: "waiting" | "running" | "complete";
    summary: string;
    duration_ms: number | null;
  }[];
  running: RunningStage | null;
  updated_at: string;
  /** Set when the session ended: all done, stopped by Ctrl-C, or failed. */
  ended: "complete" | "interrupted" | "failed" | null;
  /** The servers that are waited for, and how long; absent when all answer. */
  waiting?: string;
  /** The workers of the stage that is running, where there are any; the file has always called them so. */
  crew?: PoolState | undefined;
  /** Absent in the first seconds. */
  thread?: ThreadLoad | undefined;
}

export interface RunningStage {
  stage: StageName;
  started_at: string;
  done: number;
  total: number;
  /** Done before this session: what the rate must not count. */
  before: number;
  /** Finished steps by group, in order of appearance. */
  groups: { name: string; done: number; failed: number }[];
  failures: { kind: string; count: number }[];
  tokens: number;
  /** US dollars; null when a price is unknown. */
  cost: number | null;
}

export function startState(stages: readonly StageName[], at: string): LiveState {
  return {
    stages: stages.map((stage) => ({ stage, status: "waiting", summary: "", duration_ms: null })),
    running: null,
    updated_at: at,
    ended: null,
  };
}

/** The state after an event; the state before is left as it is. */
export function advanceState(state: LiveState, event: RunEvent, at: string): LiveState {
  const next = { ...state, updated_at: at };
  if (event.type === "stage-waiting") return { ...next, waiting: event.on || undefined };
  if (event.type === "stage-pool") return { ...next, crew: event.pool };
  if (event.type === "stage-progress")
    return state.running ? { ...next, running: countStep(state.running, event.step) } : next;
  if (event.type === "stage-start")
    return {
      ...next,
      crew: undefined,
      stages: setStage(state, event.stage, { status: "running" }),
      running: beginStage(event.stage, at),
    };
  const durationMs = event.type === "stage-done" ? event.durationMs : null;
  return {
    ...next,
    stages: setStage(state, event.stage, { status: "complete", summary: event.summary, duration_ms: durationMs }),
    running: null,
    crew: undefined,
  };
}

export function beginStage(stage: StageName, at: string): RunningStage {
  return { stage, started_at: at, done: 0, total: 0, before: 0, groups: [], failures: [], tokens: 0, cost: 0 };
}

function setStage({ stages }: LiveState, name: StageName, change: Partial<LiveState["stages"][number]>) {
  return stages.map((entry) => (entry.stage === name ? { ...entry, ...change } : entry));
}

/** What a step adds to what a stage has come to. */
export function countStep(running: RunningStage, step: Progress): RunningStage {
  const { done, total, group, failure, tokens, cost } = step;
  const failed = failure === undefined ? 0 : 1;
  return {
    ...running,
    done,
    total,
    // A record of an earlier session comes without usage.
    before: tokens === undefined && running.stage === "execute" ? running.before + 1 : running.before,
    groups: group === undefined ? running.groups : countGroup(running.groups, group, failed),
    failures: failure === undefined ? running.failures : countFailure(running.failures, failure),
    tokens: running.tokens + (tokens ?? 0),
    cost: cost === undefined ? running.cost : running.cost === null || cost === null ? null : running.cost + cost,
  };
}

function countGroup(groups: RunningStage["groups"], name: string, failed: number): RunningStage["groups"] {
  if (!groups.some((group) => group.name === name)) return [...groups, { name, done: 1, failed }];
  return groups.map((group) =>
    group.name === name ? { name, done: group.done + 1, failed: group.failed + failed } : group,
  );
}

function countFailure(failures: RunningStage["failures"], kind: string): RunningStage["failures"] {
  if (!failures.some((entry) => entry.kind === kind)) return [...failures, { kind, count: 1 }];
  return failures.map((entry) => (entry.kind === kind ? { kind, count: entry.count + 1 } : entry));
}
