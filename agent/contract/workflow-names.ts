/** Ways from a question to an answer: agents that choose what they retrieve, and searches whose results one request answers from. */

import { type Reranker, type Retrieval, type RetrievalSettings, toRetrieval } from "./retrieval.ts";

/** Workflow and knowledge mode of a system that is not made of ours: it has its own, and stands outside the factorial. */
export const OWN = "own";
export const AGENTIC_WORKFLOWS = ["react", "plan_execute"] as const;
/** Answers from live sources: chooses a set of them, gives keywords, and starts over until enough is found. */
export const SOURCES = "sources";
/** Each retrieves by one way for every question, then answers once. */
const SEARCHES = {
  keyword_rag: "keyword_search",
  vector_rag: "vector_search",
  hybrid_rag: "hybrid_search",
  graph_rag: "graph",
  graph_rag_oracle: "graph_oracle",
} as const;
type SearchWorkflow = keyof typeof SEARCHES;

/** A name for one of these with settings. */
interface Alias extends RetrievalSettings {
  of: AgenticWorkflow | SearchWorkflow;
}

/** Names that stand for another workflow with settings. Of the two without a grade, `rewrite` could do nothing: they are one. */
const RETRIEVAL_ALIASES = {
  static_dense: { of: "vector_rag" },
  static_sparse: { of: "keyword_rag" },
  corrective_dense: { of: "vector_rag", grade: true, rewrite: true, rerank: "llm_listwise" },
  corrective_sparse: { of: "keyword_rag", grade: true, rewrite: true, rerank: "llm_listwise" },
  corrective_no_rewrite: { of: "vector_rag", grade: true, rerank: "llm_listwise" },
  corrective_no_rerank: { of: "vector_rag", grade: true, rewrite: true },
  corrective_no_grade: { of: "vector_rag", rerank: "llm_listwise" },
  corrective_no_grade_rewrite: { of: "vector_rag", rerank: "llm_listwise" },
  corrective_dense_cross_encoder: { of: "vector_rag", grade: true, rewrite: true, rerank: "cross_encoder" },
  corrective_sparse_cross_encoder: { of: "keyword_rag", grade: true, rewrite: true, rerank: "cross_encoder" },
  keyword_rag_cross_encoder: { of: "keyword_rag", rerank: "cross_encoder" },
  keyword_rag_llm_listwise: { of: "keyword_rag", rerank: "llm_listwise" },
  vector_rag_cross_encoder: { of: "vector_rag", rerank: "cross_encoder" },
  vector_rag_llm_listwise: { of: "vector_rag", rerank: "llm_listwise" },
  hybrid_rag_cross_encoder: { of: "hybrid_rag", rerank: "cross_encoder" },
  hybrid_rag_llm_listwise: { of: "hybrid_rag", rerank: "llm_listwise" },
  graph_rag_cross_encoder: { of: "graph_rag", rerank: "cross_encoder", answeredFrom: 20 },
  graph_rag_llm_listwise: { of: "graph_rag", rerank: "llm_listwise", answeredFrom: 20 },
  graph_rag_oracle_cross_encoder: { of: "graph_rag_oracle", rerank: "cross_encoder", answeredFrom: 20 },
  graph_rag_oracle_llm_listwise: { of: "graph_rag_oracle", rerank: "llm_listwise", answeredFrom: 20 },
} as const satisfies Record<string, Alias>;

/** Agents each of whose searches a re-ranker puts in order before they see what it found. */
const AGENT_ALIASES = {
  react_cross_encoder: { of: "react", rerank: "cross_encoder" },
  react_llm_listwise: { of: "react", rerank: "llm_listwise" },
  plan_execute_cross_encoder: { of: "plan_execute", rerank: "cross_encoder" },
  plan_execute_llm_listwise: { of: "plan_execute", rerank: "llm_listwise" },
} as const satisfies Record<string, Alias>;

const ALIASES: Readonly<Record<string, Alias>> = { ...RETRIEVAL_ALIASES, ...AGENT_ALIASES };

/** The workflow that a name stands for, and with which settings: those of its line above, and over them a task's. */
export function madeOf(
  workflow: Workflow,
  given: RetrievalSettings = {},
): { of: Workflow; settings: RetrievalSettings } {
  const { of = workflow, ...settings } = Object.hasOwn(ALIASES, workflow) ? ALIASES[workflow]! : {};
  return { of, settings: { ...settings, ...given } };
}

/** How a workflow retrieves for who answers; undefined where an agent chooses that itself. */
export function retrievalOf(workflow: Workflow, given?: RetrievalSettings): Retrieval | undefined {
  const { of, settings } = madeOf(workflow, given);
  if (of === OWN || of === SOURCES || isAgentic(of)) return undefined;
  return toRetrieval(Object.hasOwn(SEARCHES, of) ? SEARCHES[of as SearchWorkflow] : "own", settings);
}

export function rerankerOf(workflow: Workflow, given?: RetrievalSettings): Reranker | "none" {
  return madeOf(workflow, given).settings.rerank ?? "none";
}

/** Names of one thing, each group in the order of the first. */
export function namesOfOne(workflows: readonly Workflow[]): Workflow[][] {
  const groups = new Map<string, Workflow[]>();
  for (const name of workflows) {
    const key = JSON.stringify([madeOf(name).of, retrievalOf(name) ?? rerankerOf(name)]);
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()];
}

export function isAgentic(workflow: Workflow): workflow is AgenticWorkflow {
  return (AGENTIC_WORKFLOWS as readonly string[]).includes(workflow);
}

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];
export const RETRIEVAL_WORKFLOWS = [...namesOf(SEARCHES), ...namesOf(RETRIEVAL_ALIASES)] as const;
/** Of these the ones that are told a part of the truth: nothing that anybody could run, and labelled so wherever they show. */
export const UPPER_BOUNDS: readonly Workflow[] = RETRIEVAL_WORKFLOWS.filter(
  (name) => retrievalOf(name)?.search === "graph_oracle",
);
export const WORKFLOWS = [...AGENTIC_WORKFLOWS, ...RETRIEVAL_WORKFLOWS, ...namesOf(AGENT_ALIASES), SOURCES] as const;
export const WORKFLOW_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** One of these, or a retrieval strategy of one's own under a name of its own. */
export type Workflow = string;
export type AgenticWorkflow = (typeof AGENTIC_WORKFLOWS)[number];
/** Who chooses what is retrieved: our agents, and those of others. */
export const CHOOSING_WORKFLOWS: readonly Workflow[] = [...AGENTIC_WORKFLOWS, ...namesOf(AGENT_ALIASES), SOURCES, OWN];
