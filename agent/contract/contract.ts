/**
 * What any system under test implements. The agent never imports the harness or the scenarios: it gets questions and
 * tools, and no ground truth. Any other agent can stand in its place behind `SystemUnderTest`.
 */

import type { CompiledStateGraph } from "@langchain/langgraph";
import type { Outages } from "../../base/outages/outages.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import type { Caller } from "../../db/sources/caller.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import type { PassingLocation } from "../filesystem/open-files.ts";
import type { AgentState } from "../filesystem/open-state.ts";
import type { StateLocation } from "../filesystem/state-store.ts";
import type { KnowledgeMode } from "../knowledge/mode-names.ts";
import type { PolicyTexts } from "../knowledge/policies.ts";
import type { AgentSettings } from "./agent-settings.ts";
import type { CrossEncoderConfig, ModelConfig, ToolDescriptions, ToolFamily } from "./configuration.ts";
import type { AgentLimits } from "./limits.ts";
import type { RetrievalSettings } from "./retrieval.ts";
import type { SourceSettings } from "./sources.ts";
import type { AgentTrace, CallReview, TokenUsage, ToolCallRecord } from "./trace.ts";
import type { Workflow } from "./workflow-names.ts";

export * from "../knowledge/mode-names.ts";
export * from "./agent-settings.ts";
export * from "./configuration.ts";
export * from "./retrieval.ts";
export * from "./sources.ts";
export * from "./trace.ts";
export * from "./workflow-names.ts";

/** What any system is asked. */
export interface AgentTask {
  threadId: string;
  assistantId: string;
  /** What the thread is called before the agent: in its prompt and in links to artifacts. Default: its id. */
  threadName?: string;
  /** The user's turns, asked in order on one thread. */
  turns: readonly string[];
  limits: AgentLimits;
  /** Seeds the policy models' profile errors; passed on to providers that take one. */
  seed: number;
  /** Nothing was ever stored under the thread's id, so nothing is looked for there. Absent = there may be something. */
  isNewThread?: boolean;
  /** Families the agent may use; absent = all. */
  toolFamilies?: readonly ToolFamily[];
  /** How our own agent is told of its tools; absent = full. */
  toolDescriptions?: ToolDescriptions;
  /** Hears of each tool call once it is recorded, for a person who watches. */
  onCall?(record: Omit<ToolCallRecord, "result">): void;
  /** Hears of each turn's answer once the turn is over; "" for one that got none. */
  onAnswer?(turn: number, text: string): void;
  /** Awaited between a call and what follows it: agents that wake at once need not work in one turn of the event loop. */
  ownTurn?(): Promise<void>;
  signal: AbortSignal;
}

/** What our own agent is asked: in which of its configurations, too. */
export interface ScopeTask extends AgentTask {
  model: ModelConfig;
  workflow: Workflow;
  knowledge: KnowledgeMode;
  /** In place of what the workflow's name says of grading, rewriting, re-ranking and depth. An agent is re-ranked by it alone. */
  retrieval?: RetrievalSettings | undefined;
  /** In place of the agent's. */
  policies?: PolicyTexts | undefined;
  settings?: AgentSettings | undefined;
  /** The true starts: ids that the ground truth was derived from, for the upper bounds alone. No other workflow is given any. */
  starts?: readonly string[];
  /** From which cosine on a retrieved record is taken for relevant, where retrieval is graded: a number from scenarios that are not scored. */
  gradeThreshold?: number;
  /** As whom live sources are asked: the id of a caller. */
  caller?: string;
  /** How it answers from them, in place of what is set for all. */
  sourceSettings?: SourceSettings;
  /** A person takes part: the turn is watched as it goes, its calls may wait for a decision. Absent in a benchmark. */
  live?: LiveTurn;
  /** A script in a person's place, which decides at once: what rejections do is measured so. */
  reviewer?: CallReviewer;
}

export interface CallReviewer {
  /** Tools whose calls it decides on. */
  reviewed: ReadonlySet<string>;
  decide(call: { name: string; args: Record<string, unknown> }): CallReview;
}

export interface LiveTurn {
  /** Hears what the graph streams. `namespace` is [] for the agent itself, and leads to an executor otherwise. */
  onEvent(event: { namespace: readonly string[]; mode: "values" | "updates" | "messages"; data: unknown }): void;
  /** Tools whose calls wait for a decision before they are made (Safe Mode). */
  reviewed: ReadonlySet<string>;
  /** Id of the question's message, where who asks has given it one. */
  messageId?: string;
  /** The decision that a pause waits for, in place of a question: the turn goes on from there. `reviewed`: as it was when the turn paused, for the calls that were made together. */
  resume?: { interrupt: string; decision: CallReview; reviewed: ReadonlySet<string> };
  /** The checkpoint that the turn begins from, in place of the newest: what came after it is left aside. */
  checkpoint?: string;
  /** No question is asked: what a checkpoint leaves to be done is done again. */
  again?: boolean;
  /** What the turn may still spend. */
  meter?: SpendingMeter;
  /** Live sources that the person chose, and as whom they are asked. Absent: none. */
  sources?: { names: readonly string[]; caller: Caller };
}

/** What it grants is reserved until it is settled, so that calls made at once share what is left. */
export interface SpendingMeter {
  /** Before each request to a model, with what is sent in tokens. @throws AgentLimitReached to end the turn */
  request(inputTokens: number): Promise<ReservedRequest>;
  /** Before each tool call. @throws ToolFailure, which answers the call */
  call(): Promise<void>;
}

export interface ReservedRequest {
  answered(usage: TokenUsage): Promise<void>;
  /** @param isAborted this side gave it up: what was sent is paid for */
  failed(isAborted: boolean): Promise<void>;
}

export const OUTCOMES = ["success", "timeout", "agent_error", "cascaded_failure"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** `infrastructure`: a server that it needed was lost, or the machine lacked what it takes. That is no result: nothing is known of the agent, and it is to be run again. */
export type RunOutcome = Outcome | "infrastructure";

export interface TurnRecord {
  turn: number;
  outcome: RunOutcome;
  error?: { code: string; message: string };
  startedAt: string;
  durationMs: number;
}

/** What `run` gives back. Everything else is read from the stored trace. */
export interface AgentRun {
  outcome: RunOutcome;
  /** Why the run failed as a whole, when no turn tells. */
  error?: { code: string; message: string };
  turns: readonly TurnRecord[];
  /** Of a recording: how long it took then, which its clock here does not tell. */
  tookMs?: number;
  /** Tokens of all turns, for the running cost; absent when unknown. */
  usage?: TokenUsage;
}

export interface SystemUnderTest<Task extends AgentTask = AgentTask> {
  readonly name: string;
  /** Hash over prompts, skills, tool descriptions and code version: part of the manifest. */
  readonly version: string;
  run(task: Task): Promise<AgentRun>;
  /** Of recordings: why these turns cannot be asked; null where they can. */
  lacks?(turns: readonly string[]): string | null;
  /** What was stored of an execution; an empty trace when nothing was. Throws when the store cannot be read. */
  readTrace(task: Pick<AgentTask, "threadId" | "assistantId">): Promise<AgentTrace>;
  /** Lets go of what was stored of an execution, where that is in memory. */
  forget?(task: Pick<AgentTask, "threadId" | "assistantId">): Promise<void>;
  close(): Promise<void>;
}

/** Our own agent. */
export type ScopeAgent = SystemUnderTest<ScopeTask>;

/** Our own agent with what it keeps, for who serves its threads to people. */
export interface ThreadAgent extends ScopeAgent {
  /** The graph of a configuration, to read a thread's states with. */
  graph(task: ScopeTask): Promise<StateGraph>;
  readonly substrate: Substrate;
  readonly state: AgentState;
}

/** States of threads, as a compiled graph reads them from its checkpoints. */
export type StateGraph = Pick<
  CompiledStateGraph<unknown, unknown>,
  "getState" | "getStateHistory" | "updateState" | "getGraphAsync"
>;

/** A module that exports `retrieve`. It runs in this process, so it is trusted as the harness itself is. */
export interface RetrievalModule {
  name: Workflow;
  path: string;
}

export interface AgentEnvironment {
  substrate: Substrate;
  /** Folder of the run's own state, checkpoints and files; `memory://` for one that is gone on close. A server's address for threads of people alone. */
  stateLocation: StateLocation | PassingLocation;
  environment: Readonly<Record<string, string | undefined>>;
  /** Where an external agent's endpoint is waited for. Default: one of its own, silent. */
  outages?: Outages;
  /** Policies in place of the shipped ones, to measure what a rule is worth. */
  policies?: PolicyTexts;
  /** Modules with retrieval strategies of one's own, by the names of the workflows that they make. */
  retrievals?: readonly RetrievalModule[];
  /** What re-ranks, where a workflow has it done by a cross-encoder. */
  crossEncoder?: CrossEncoderConfig;
  /** Live sources, for the workflow `sources` and the tools of the family `live_source`. */
  live?: LiveSources;
}

export interface LiveSources {
  sources: readonly LiveSource[];
  /** A caller by its id, with the tokens that it has. */
  callerOf(id: string): Caller;
  settings: SourceSettings;
}

/** The substrate may still be opening: the agent's own store opens beside it. */
export type OpenSystem = (
  environment: Omit<AgentEnvironment, "substrate"> & { substrate: Substrate | Promise<Substrate> },
) => Promise<ThreadAgent>;
