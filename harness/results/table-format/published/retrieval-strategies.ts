/**
 * What others published of retrieval strategies, each on its own corpus and with its own questions. Where a source planned an experiment and
 * gives no figure, there is no row.
 */
import type { SimilaritySpace } from "../../../../db/ports/ports.ts";
import type { TableCell } from "../table.ts";
import { RETRIEVAL } from "./per-configuration.ts";

/** Where figures come from, in the order of their numbers in print. */
export const STRATEGY_SOURCES = [
  "an agent over 4,218 trouble reports: 180 labelled queries (symptom, keyword, diagnostic), no interval or test published; its whole pipeline also Hit@1 .761, Hit@5 .883, 292 ms a query",
  "Orhan, When Agentic Workflows Help, 2026: 52 scenarios over 11,366 test cases, three language models, Prompt",
] as const;

export interface PublishedFigures {
  system: string;
  /** Place in the sources above, from 1. */
  source: number;
  figures: Readonly<Record<string, TableCell>>;
}

const TROUBLE_REPORTS = (system: string, mrr: number): PublishedFigures[] => [
  { system, source: 1, figures: { "mrr@10": mrr } },
];

/** Rankers that put no question to a model, by the name of our baseline. */
export const PUBLISHED_RANKERS: Readonly<Record<string, readonly PublishedFigures[]>> = {
  keyword: TROUBLE_REPORTS("BM25", 0.728),
  vector: TROUBLE_REPORTS("dense", 0.564),
  hybrid: TROUBLE_REPORTS("RRF", 0.698),
};

const RERANKED = TROUBLE_REPORTS("RRF, cross-encoder", 0.815);

/** By the name of our workflow. */
export const PUBLISHED_STRATEGIES: Readonly<Record<string, readonly PublishedFigures[]>> = {
  hybrid_rag_llm_listwise: RERANKED,
  hybrid_rag_cross_encoder: RERANKED,
  react: agentsOf("react"),
  plan_execute: agentsOf("plan_execute"),
};

/** One row a language model, with the rules in its prompt, as retrieval strategies have theirs. */
function agentsOf(workflow: string): PublishedFigures[] {
  const rows = RETRIEVAL.rows.filter((row) => row.workflow === workflow && row.knowledge === "prompt");
  return rows.map(({ model, ...figures }) => ({ system: String(model), source: 2, figures }));
}

/**
 * Of the corrective graph: the 75th percentile of the cosine of a query with its reference, there by a neural embedding and by TF-IDF. No
 * other figure of its eight configurations is known to us.
 */
export const PUBLISHED_THRESHOLDS: Readonly<Record<SimilaritySpace, number>> = { dense: 0.33, sparse: 0.2 };
