/**
 * What any system under test implements. The agent never imports the harness or the scenarios: it gets questions and
 * tools, and no ground truth. Any other agent can stand in its place behind `SystemUnderTest`.
 */

import type { CompiledStateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Outages } from "../base/outages/outages.ts";
import type { Wait } from "../base/providers/retrying-fetch.ts";
import type { Substrate } from "../db/ports.ts";
import type { StateStore } from "./filesystem/state.ts";
import type { StateLocation } from "./filesystem/state-store.ts";
import type { PolicyTexts } from "./knowledge/policies.ts";
import type { AgentLimits } from "./limits.ts";
import type { KnowledgeMode, Workflow } from "./workflow-names.ts";

export * from "./workflow-names.ts";

/** `policy` models are deterministic stand-ins, not language models; the rest speak to a provider. */
export const PROVIDERS = ["policy", "openai", "anthropic", "google"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ModelConfig {
  /** Name in tables, files and configurations. */
  name: string;
  provider: Provider;
  /** OpenAI's protocol: `chat` (completions, the default) or `responses`. */
  api?: "chat" | "responses";
  /** Policy: the behaviour profile. Otherwise the provider's model id. */
  model: string;
  /** Vendor family, such as `deepseek`: a judge's must differ from that of the systems that it judges. */
  family: string;
  baseUrl?: string;
  /** Name of the environment variable that holds the key. Never the key. */
  apiKeyEnv?: string;
  temperature: number;
  maxOutputTokens?: number;
  contextWindow: number;
  /** Longest silence of a provider: until its answer is complete or, streamed, until the next event. */
  requestTimeoutMs: number;
  /** Ask for a stream, so that long thinking is not taken for a hang. The answer is the same. */
  stream?: boolean;
  /** Merged into every request's body (JSON Merge Patch); null takes a member away. */
  extraBody?: { [name: string]: unknown };
  /** Retries of one request (429, 5xx, connection), never of the agent. */
  maxRetries: number;
  /** Absent = cost unknown, which is not 0. */
  price?: Price;
}

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input that came from the provider's cache; absent = at the price of input. */
  cachedInput?: number;
  /** Input that was written to the provider's cache; absent = at the price of input. */
  cacheWrite?: number;
}

/** Tool families that can be switched off, alone or all but one, to measure what each is good for. */
export const TOOL_FAMILIES = [
  "identifier",
  "trace_link",
  "keyword",
  "vector",
  "hybrid",
  "graph",
  "cypher",
  "sql",
  "schema",
  "knowledge_base",
  "artifact",
] as const;
export type ToolFamily = (typeof TOOL_FAMILIES)[number];

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
  /** Hears of each tool call once it is recorded, for a person who watches. */
  onCall?(record: Omit<ToolCallRecord, "result">): void;
  signal: AbortSignal;
}

/** What our own agent is asked: in which of its configurations, too. */
export interface ScopeTask extends AgentTask {
  model: ModelConfig;
  workflow: Workflow;
  knowledge: KnowledgeMode;
  /** The true starts: ids that the ground truth was derived from, for the upper bounds alone. No other workflow is given any. */
  starts?: readonly string[];
  /** From which cosine on a retrieved record is taken for relevant, where retrieval is graded: a number from scenarios that are not scored. */
  gradeThreshold?: number;
  /** A person takes part: the turn is watched as it goes, its calls may wait for a decision. Absent in a benchmark. */
  live?: LiveTurn;
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
}

interface SpendingMeter {
  /** Before each request to a model. @throws AgentLimitReached to end the turn */
  check(): void;
  /** Hears what all of the turn's requests so far have used. */
  modelAnswered(usage: TokenUsage): void;
}

/** What a person decided on a call that an agent proposed. */
export interface CallReview {
  decision: "approve" | "edit" | "reject";
  /** Why it was rejected, for the agent to take up. */
  message?: string;
  /** Of an edit: the arguments in place of the proposed ones. */
  arguments?: Record<string, unknown>;
  /** Of an edit, in the trace: what the agent had proposed. */
  proposed?: unknown;
  by: string;
  waitedMs: number;
}

/** What a system may leave unreported. Scores that rest on it are then unscored, in every execution alike. */
export const REPORTABLE = ["ranking", "usage", "tool_calls"] as const;
export type Reportable = (typeof REPORTABLE)[number];

interface AnyExternalAgent {
  /** Stands where a model's name stands: in tables, files and configurations. */
  name: string;
  /** Vendor family of the model inside it, where one is known: a judge's must differ. */
  family: string;
  /** True: it gets our tools, and its calls are recorded. False: what it retrieves is not seen. */
  tools: boolean;
  /** It gives a ranked list, tells its tokens. Declared, so that no agent can choose scenario by scenario. */
  reports: readonly ("ranking" | "usage")[];
}

/** An external agent. Variables are named; their values come from the environment. */
export type ExternalAgentConfig = AnyExternalAgent &
  (
    | { type: "module"; path: string; environment: readonly string[] }
    | { type: "http"; url: string; tokenEnv?: string }
    | { type: "command"; command: readonly string[]; environment: readonly string[] }
  );

export const OUTCOMES = ["success", "timeout", "agent_error", "cascaded_failure"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** `infrastructure`: a server that it needed was lost. That is no result: nothing is known of the agent, and it is to be run again. */
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
  /** Tokens of all turns, for the running cost; absent when unknown. */
  usage?: TokenUsage;
}

export interface ToolCallRecord {
  /** Order over the whole execution, from 0. */
  index: number;
  turn: number;
  tool: string;
  /** `unknown`: no tool has the name that was called. */
  family: ToolFamily | "delegation" | "filesystem" | "skill" | "unknown";
  /** As the model sent them, valid or not. */
  arguments: unknown;
  status: "success" | "error";
  error?: { code: string; message: string; hint?: string };
  /** What the model saw. */
  preview: string;
  /** Where the full result lies in the virtual filesystem; absent for errors and for tools without a result file. */
  resultPath?: string;
  /** The full result text. */
  result?: string;
  rows?: number;
  truncated: boolean;
  /** Name of the executor, null for the main agent. */
  subAgent: string | null;
  /** Since the execution began; absent in traces of earlier versions. */
  startMs?: number;
  durationMs: number;
  /** Present when a person decided on the call. */
  review?: CallReview;
}

export interface TokenUsage {
  input: number;
  output: number;
  /** True when counted locally because the provider did not say. */
  estimated: boolean;
  /** Part of `input` that came from the provider's cache, and that was written to it; absent where it does not say. */
  cachedInput?: number;
  cacheWrite?: number;
  /** Part of `output` that was thinking; absent where the provider does not say. */
  reasoning?: number;
}

/** An agent's part in a workflow: the whole of ReAct; who plans, delegates and answers; who retrieves for it; who answers from what was retrieved, writes its queries anew, puts it in order. */
export const ROLES = ["analyst", "planner", "executor", "writer", "rewriter", "reranker"] as const;
export type Role = (typeof ROLES)[number];

/** What the agents of one role spent, over all their requests. */
export interface RoleUsage {
  modelCalls: number;
  input: number;
  output: number;
  /** Parts of the input, counted here: system prompts, and skills that were loaded, once for each request that they went with. */
  systemPrompts: number;
  skills: number;
}

/** Why a model stopped, whatever its provider calls it; `unknown` where it does not say. */
export const FINISHES = ["stop", "tool_calls", "length", "content_filter", "refusal", "unknown"] as const;
export type Finish = (typeof FINISHES)[number];

/** One request to a model: what an agent sent is its system prompt, and its conversation so far. */
export interface ModelRequestRecord {
  /** Order of their start over the whole execution, from 0. */
  index: number;
  turn: number;
  role: Role;
  /** Name of the executor, null for the main agent. */
  subAgent: string | null;
  /** `summary`: older messages were to be summarised, so that the rest fits the model's window. */
  purpose: "answer" | "summary";
  /** Since the execution began. */
  startMs: number;
  /** Null when it did not come back before its turn ended. */
  durationMs: number | null;
  /** Parts of the duration in which nothing was asked: for a place among the provider's requests (reason null), or before a retry. */
  waits?: readonly Wait[];
  /** Names the system prompt among the trace's `prompts`; null where there was none. */
  prompt: string | null;
  /** Absent when no answer came. */
  usage?: TokenUsage;
  finish?: Finish;
  servedModel?: string | null;
  /** What the model told of its thoughts. */
  reasoning?: string;
  error?: { code: string; message: string };
}

/** What a node of a graph that retrieves, grades and answers came to: one entry each time that it ran. */
export interface NodeStep {
  turn: number;
  node: "retrieve" | "grade" | "rewrite" | "rerank" | "generate" | "abstain";
  /** Since the execution began. */
  startMs: number;
  durationMs: number;
  /** What was asked of the search: by `retrieve`, and by `rewrite` of the next one. */
  query?: string;
  /** Of `retrieve`: index of its tool call. */
  call?: number;
  /** Ids, best first: those retrieved, and as they were put in order. */
  ids?: readonly string[];
  /** Cosine of the query with the first ten, in their order. */
  cosines?: readonly number[];
  /** Of `grade`: mean of these (null where nothing was found), their share at or above the threshold, and what follows. */
  meanCosine?: number | null;
  contextPrecision?: number;
  threshold?: number;
  decision?: "good" | "weak";
  /** Of `rerank`: by what, and what could not be read of its order. */
  by?: string;
  /** Of a cross-encoder, in the order of the ids. */
  scores?: readonly number[];
  problem?: string;
}

export interface TraceMessage {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  subAgent: string | null;
  toolCallIndexes?: readonly number[];
  /** Index of the request to a model that it answers. */
  request?: number;
}

/** One execution's structured trace, read back from checkpoints, or from the virtual filesystem when they are missing. */
export interface AgentTrace {
  source: "checkpoints" | "agentfs";
  messages: readonly TraceMessage[];
  toolCalls: readonly ToolCallRecord[];
  /** Absent for an external agent, and where no turn came to its end. */
  requests?: readonly ModelRequestRecord[];
  /** System prompts by their hash; the thread's own name stands as `{thread}` in them, so that executions share them. */
  prompts?: Readonly<Record<string, string>>;
  /** Null when an external system does not tell. */
  usage: TokenUsage | null;
  modelCalls: number | null;
  /** Model ids as served. */
  servedModels: readonly string[];
  /** Fingerprints of the backends that answered (OpenAI's `system_fingerprint`); empty where none is reported. */
  fingerprints?: readonly string[];
  /** How often a model stopped for which reason; a model that gives none, such as a policy, is not counted. */
  finishes?: Readonly<Partial<Record<Finish, number>>>;
  /** How many answers held what is neither text, reasoning nor a call of a tool of ours, by kind and name (`item:web_search_call`). */
  extras?: Readonly<Record<string, number>>;
  skillsLoaded: readonly { skill: string; atToolCall: number; tokens: number }[];
  /** Absent for an external agent, and where no turn came to its end. */
  roles?: Readonly<Partial<Record<Role, RoleUsage>>>;
  /** Of a workflow that is a graph of such nodes: what each came to, in order. */
  steps?: readonly NodeStep[];
  planIterations: number;
  /** Answer per turn; the last is the final answer. "" when none was given. */
  answers: readonly string[];
  /** Answer contract: violations found, retries spent, whether a fallback was recorded. */
  contract: { violations: readonly string[]; retries: number; fallback: boolean };
  documents: readonly { path: string; content: string }[];
  /** What the final answer recommends, where the system said so apart from its text. Absent = as the text says. */
  recommendation?: { ranked: readonly string[]; abstained: boolean; gaps?: readonly string[] | null };
  /** Absent = everything is reported. */
  unreported?: readonly Reportable[];
}

export interface SystemUnderTest<Task extends AgentTask = AgentTask> {
  readonly name: string;
  /** Hash over prompts, skills, tool descriptions and code version: part of the manifest. */
  readonly version: string;
  run(task: Task): Promise<AgentRun>;
  /** What was stored of an execution; an empty trace when nothing was. Throws when the store cannot be read. */
  readTrace(task: Pick<AgentTask, "threadId" | "assistantId">): Promise<AgentTrace>;
  close(): Promise<void>;
}

/** Our own agent. */
export type ScopeAgent = SystemUnderTest<ScopeTask>;

/** Our own agent with what it keeps, for who serves its threads to people. */
export interface ThreadAgent extends ScopeAgent {
  /** The graph of a configuration, to read a thread's states with. */
  graph(task: ScopeTask): Promise<StateGraph>;
  readonly substrate: Substrate;
  readonly state: StateStore;
  readonly checkpointer: BaseCheckpointSaver;
}

/** States of threads, as a compiled graph reads them from its checkpoints. */
export type StateGraph = Pick<CompiledStateGraph<unknown, unknown>, "getState" | "getStateHistory" | "updateState">;

/** A module that exports `retrieve`. It runs in this process, so it is trusted as the harness itself is. */
export interface RetrievalModule {
  name: Workflow;
  path: string;
}

/** An endpoint that scores a question and a record together, of Cohere's form (Jina, vLLM and others have it too) or of Text Embeddings Inference. */
export interface CrossEncoderConfig {
  protocol: "cohere" | "tei";
  /** Up to and without `/rerank`. */
  baseUrl: string;
  model: string;
  /** Name of the environment variable that holds the key. Never the key. */
  apiKeyEnv?: string;
  maxRetries: number;
  timeoutMs: number;
}

export interface AgentEnvironment {
  substrate: Substrate;
  /** Folder of the run's own state, checkpoints and files; `memory://` for one that is gone on close. A server's address for threads of people alone. */
  stateLocation: StateLocation;
  environment: Readonly<Record<string, string | undefined>>;
  /** Where an external agent's endpoint is waited for. Default: one of its own, silent. */
  outages?: Outages;
  /** Policies in place of the shipped ones, to measure what a rule is worth. */
  policies?: PolicyTexts;
  /** Modules with retrieval strategies of one's own, by the names of the workflows that they make. */
  retrievals?: readonly RetrievalModule[];
  /** What re-ranks, where a workflow has it done by a cross-encoder. */
  crossEncoder?: CrossEncoderConfig;
}

/** The substrate may still be opening: the agent's own store opens beside it. */
export type OpenSystem = (
  environment: Omit<AgentEnvironment, "substrate"> & { substrate: Substrate | Promise<Substrate> },
) => Promise<ThreadAgent>;
