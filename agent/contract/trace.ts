/** What is stored of an execution: its calls, requests, messages and answers. */

import type { Wait } from "../../base/providers/retrying-fetch.ts";
import type { ToolFamily } from "./configuration.ts";

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

/**
 * An agent's part in a workflow: the whole of ReAct; who plans, delegates and answers; who retrieves for it; who answers from what was retrieved, writes its queries anew, puts it in order.
 * Over live sources: who looks at the question, chooses sources, gives keywords, answers from what they gave, checks citations.
 */
export const ROLES = [
  "analyst",
  "planner",
  "executor",
  "writer",
  "rewriter",
  "reranker",
  "validator",
  "chooser",
  "searcher",
  "answerer",
  "checker",
] as const;
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

export const RETRIEVAL_NODES = ["retrieve", "grade", "rewrite", "rerank", "generate", "abstain"] as const;
export type RetrievalNode = (typeof RETRIEVAL_NODES)[number];
/** Of the workflow over live sources; `search` once for each source that was chosen. */
export const SOURCE_NODES = ["validate", "choose", "search", "answer", "check"] as const;
export type SourceNode = (typeof SOURCE_NODES)[number];

/** What a node of a graph that retrieves, grades and answers came to: one entry each time that it ran. */
export interface NodeStep {
  turn: number;
  node: RetrievalNode | SourceNode;
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
  /** Of `rerank`: by what; and what could not be read of an order or of a query. */
  by?: string;
  /** Of `choose`: the set that was chosen, [] where nothing is missing. Of `search`: its source, and the keywords that were given. */
  sources?: readonly string[];
  source?: string;
  keywords?: readonly string[];
  /** Of `search`: requests that the source was sent, and whether it had more than it was asked for. */
  requests?: number;
  truncated?: boolean;
  /** Of `check`: citations that were taken out of the answer. */
  withdrawn?: readonly string[];
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

/** What a system may leave unreported. Scores that rest on it are then unscored, in every execution alike. */
export const REPORTABLE = ["ranking", "usage", "tool_calls"] as const;
export type Reportable = (typeof REPORTABLE)[number];

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
  /** The system's own answer per turn, as it was before a guard replaced it; the last is the final answer. "" when none was given. */
  answers: readonly string[];
  /** What the guard showed in place of a turn's answer; null where it showed the answer. Absent where nothing was replaced. */
  guarded?: readonly (string | null)[];
  /** Answer contract: violations found, retries spent, whether a fallback was recorded; whether the last turn ended in a question to the user. */
  contract: { violations: readonly string[]; retries: number; fallback: boolean; askedBack?: boolean | undefined };
  documents: readonly { path: string; content: string }[];
  /** What the final answer recommends, where the system said so apart from its text. Absent = as the text says. */
  recommendation?: { ranked: readonly string[]; abstained: boolean; gaps?: readonly string[] | null };
  /** Absent = everything is reported. */
  unreported?: readonly Reportable[];
}
