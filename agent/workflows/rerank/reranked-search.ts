import type { SearchHit, SearchPort } from "../../../db/ports/ports.ts";
import { POOL, type RetrievalSettings } from "../../contract/retrieval.ts";
import type { Execution } from "../execution.ts";
import { putInOrder } from "./put-in-order.ts";

/**
 * The execution, each of whose searches finds more than it is asked for, has the re-ranker put that in order by the query, and keeps
 * the best; their scores are still the search's. A re-ranker that fails ends the turn, as any other request to a model does.
 * Without a re-ranker it stays as it is.
 */
export function rerankSearches(
  execution: Execution,
  { rerank: by = "none", pool = POOL }: Pick<RetrievalSettings, "rerank" | "pool">,
): Execution {
  if (by === "none") return execution;
  const { tools } = execution;
  const { search } = tools.substrate;
  const best = async (query: string, limit: number, find: (limit: number) => Promise<SearchHit[]>) => {
    const hits = await find(Math.max(pool, limit));
    const { ids } = await putInOrder(execution, by, { question: query, hits }).catch((error: Error) => {
      tools.lose?.(error);
      throw error;
    });
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    return ids.slice(0, limit).flatMap((id) => byId.get(id) ?? []);
  };
  const reranked: SearchPort = {
    ...search,
    keyword: (query, options) => best(query, options.limit, (limit) => search.keyword(query, { ...options, limit })),
    vector: (query, options) => best(query, options.limit, (limit) => search.vector(query, { ...options, limit })),
    hybrid: (query, options) =>
      best(query, options.limit, (limit) =>
        search.hybrid(query, { ...options, limit, pool: Math.max(options.pool, limit) }),
      ),
  };
  // In place: the conversation tells each turn's signal to this very object.
  tools.substrate = { ...tools.substrate, search: reranked };
  return execution;
}
