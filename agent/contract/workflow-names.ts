/** Ways from a question to an answer: agents that choose what they retrieve, and those for which it is retrieved. */

import type { SimilaritySpace } from "../../db/ports/ports.ts";

export const AGENTIC_WORKFLOWS = ["react", "plan_execute"] as const;
/** By one way for every question, then one answer. */
const FIXED_WORKFLOWS = ["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "graph_rag_oracle"] as const;

/** What puts retrieved records in order before they are answered from. */
export type Reranker = "cross_encoder" | "llm_listwise";

/** Which nodes the graph of a level has: it retrieves by one way, then may grade, rewrite its query, re-rank. */
export interface RetrievalLevel {
  /** A search, the graph around what the question names, or the graph around the true start. */
  search: "keyword_search" | "vector_search" | "hybrid_search" | "graph" | "graph_oracle";
  /** Weak results are not answered from. */
  grade: boolean;
  /** Weak results have the query written anew; without a grade nothing is weak. */
  rewrite: boolean;
  rerank: Reranker | "none";
}

const WHOLE = { search: "vector_search", grade: true, rewrite: true, rerank: "llm_listwise" } as const;
const PLAIN = { grade: false, rewrite: false, rerank: "none" } as const;

/** Corrective retrieval in its eight configurations, then with a cross-encoder, and each fixed way with a re-ranker. */
export const LEVELS = {
  static_dense: { ...PLAIN, search: "vector_search" },
  static_sparse: { ...PLAIN, search: "keyword_search" },
  corrective_dense: WHOLE,
  corrective_sparse: { ...WHOLE, search: "keyword_search" },
  corrective_no_rewrite: { ...WHOLE, rewrite: false },
  corrective_no_rerank: { ...WHOLE, rerank: "none" },
  corrective_no_grade: { ...WHOLE, grade: false },
  corrective_no_grade_rewrite: { ...WHOLE, grade: false, rewrite: false },
  corrective_dense_cross_encoder: { ...WHOLE, rerank: "cross_encoder" },
  corrective_sparse_cross_encoder: { ...WHOLE, search: "keyword_search", rerank: "cross_encoder" },
  keyword_rag_cross_encoder: { ...PLAIN, search: "keyword_search", rerank: "cross_encoder" },
  keyword_rag_llm_listwise: { ...PLAIN, search: "keyword_search", rerank: "llm_listwise" },
  vector_rag_cross_encoder: { ...PLAIN, search: "vector_search", rerank: "cross_encoder" },
  vector_rag_llm_listwise: { ...PLAIN, search: "vector_search", rerank: "llm_listwise" },
  hybrid_rag_cross_encoder: { ...PLAIN, search: "hybrid_search", rerank: "cross_encoder" },
  hybrid_rag_llm_listwise: { ...PLAIN, search: "hybrid_search", rerank: "llm_listwise" },
  graph_rag_cross_encoder: { ...PLAIN, search: "graph", rerank: "cross_encoder" },
  graph_rag_llm_listwise: { ...PLAIN, search: "graph", rerank: "llm_listwise" },
  graph_rag_oracle_cross_encoder: { ...PLAIN, search: "graph_oracle", rerank: "cross_encoder" },
  graph_rag_oracle_llm_listwise: { ...PLAIN, search: "graph_oracle", rerank: "llm_listwise" },
} as const satisfies Record<string, RetrievalLevel>;

/** The level of that name; undefined for a workflow that is none. */
export function levelOf(workflow: string): RetrievalLevel | undefined {
  return Object.hasOwn(LEVELS, workflow) ? LEVELS[workflow as keyof typeof LEVELS] : undefined;
}

/** The space in which a search's results are compared with its query. */
export function spaceOf({ search }: Pick<RetrievalLevel, "search">): SimilaritySpace {
  return search === "keyword_search" ? "sparse" : "dense";
}

/** Agents each of whose searches a re-ranker puts in order before they see what it found. */
export const RERANKED_AGENTS = {
  react_cross_encoder: { agent: "react", rerank: "cross_encoder" },
  react_llm_listwise: { agent: "react", rerank: "llm_listwise" },
  plan_execute_cross_encoder: { agent: "plan_execute", rerank: "cross_encoder" },
  plan_execute_llm_listwise: { agent: "plan_execute", rerank: "llm_listwise" },
} as const satisfies Record<string, { agent: AgenticWorkflow; rerank: Reranker }>;

/** The agent of that name, and what re-ranks for it; undefined for a workflow that is none of these. */
export function rerankedAgentOf(workflow: string): { agent: AgenticWorkflow; rerank: Reranker } | undefined {
  return Object.hasOwn(RERANKED_AGENTS, workflow)
    ? RERANKED_AGENTS[workflow as keyof typeof RERANKED_AGENTS]
    : undefined;
}

export function rerankerOf(workflow: string): Reranker | "none" {
  return (levelOf(workflow) ?? rerankedAgentOf(workflow))?.rerank ?? "none";
}

const LEVEL_NAMES = Object.keys(LEVELS) as (keyof typeof LEVELS)[];
const RERANKED_AGENT_NAMES = Object.keys(RERANKED_AGENTS) as (keyof typeof RERANKED_AGENTS)[];
export const RETRIEVAL_WORKFLOWS = [...FIXED_WORKFLOWS, ...LEVEL_NAMES] as const;
/** Of these the ones that are told a part of the truth: nothing that anybody could run, and labelled so wherever they show. */
export const UPPER_BOUNDS: readonly Workflow[] = [
  "graph_rag_oracle",
  "graph_rag_oracle_cross_encoder",
  "graph_rag_oracle_llm_listwise",
];
export const WORKFLOWS = [...AGENTIC_WORKFLOWS, ...RETRIEVAL_WORKFLOWS, ...RERANKED_AGENT_NAMES] as const;
export const WORKFLOW_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
export type BuiltInWorkflow = (typeof WORKFLOWS)[number];
/** One of these, or a retrieval strategy of one's own under a name of its own. */
export type Workflow = string;
export type AgenticWorkflow = (typeof AGENTIC_WORKFLOWS)[number];
/** Workflow and knowledge mode of a system that is not made of ours: it has its own, and stands outside the factorial. */
export const OWN = "own";
/** Who chooses what is retrieved: our agents, and those of others. */
export const CHOOSING_WORKFLOWS: readonly Workflow[] = [...AGENTIC_WORKFLOWS, ...RERANKED_AGENT_NAMES, OWN];
