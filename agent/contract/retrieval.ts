/** How records are retrieved for who answers from them: what a name stands for, and what a task sets in its place. */

import type { SimilaritySpace } from "../../db/ports/ports.ts";

/** What puts retrieved records in order before they are answered from. */
export type Reranker = "cross_encoder" | "llm_listwise";

/** A task's own, each in place of what the workflow's name says. Absent = as the name says. */
export interface RetrievalSettings {
  /** Weak results are not answered from. */
  grade?: boolean;
  /** Weak results have the query written anew; without a grade nothing is weak. */
  rewrite?: boolean;
  rerank?: Reranker | "none";
  /** Test cases that are answered from, best first. Default: 20 of a search; all that the graph or a strategy of one's own finds. */
  answeredFrom?: number;
  /** From how many of them a re-ranker chooses those. Default: 50, or as many as are answered from; of the graph all. */
  pool?: number;
}

/** A search, the graph around what the question names or around the true start, or a strategy of one's own. */
type Search = "keyword_search" | "vector_search" | "hybrid_search" | "graph" | "graph_oracle" | "own";

/** One way from a question to what is answered from. Null numbers: all that is found. */
export interface Retrieval {
  search: Search;
  grade: boolean;
  rewrite: boolean;
  rerank: Reranker | "none";
  answeredFrom: number | null;
  pool: number | null;
}

const ANSWERED_FROM = 20;
export const POOL = 50;

export function toRetrieval(search: Search, settings: RetrievalSettings): Retrieval {
  const { grade = false, rewrite = false, rerank = "none" } = settings;
  const bySearch = search.endsWith("_search");
  const answeredFrom = settings.answeredFrom ?? (bySearch ? ANSWERED_FROM : null);
  const pool = settings.pool ?? (bySearch ? POOL : null);
  return {
    ...{ search, grade, rewrite: grade && rewrite, rerank, answeredFrom },
    pool: pool && Math.max(pool, answeredFrom ?? 0),
  };
}

/** The space in which a search's results are compared with its query. */
export function spaceOf({ search }: Pick<Retrieval, "search">): SimilaritySpace {
  return search === "keyword_search" ? "sparse" : "dense";
}
