import { toQuery } from "../../../agent/workflows/retrieval/by-search.ts";
import { UserError } from "../../../base/user-error.ts";
import { LISTED, type QuestionBaseline } from "./baseline.ts";
import { rankHits } from "./search-baseline.ts";

/** Not among those that run by default: most machines have no cross-encoder. */
export const rerankedBaseline: QuestionBaseline = {
  name: "reranked",
  label: "Hybrid, re-ranked",
  definition: `As many records as each ranking gives to the hybrid one, put in order by the configured cross-encoder; the first ${LISTED} of them.`,
  knows: "question",
  async rank(question, { substrate, limits, sought, rerank }) {
    if (!rerank)
      throw new UserError("config", "the baseline 'reranked' needs a cross-encoder", {
        hint: "set cross_encoder: { base_url: ..., model: ... }, or { protocol: onnx, path: ... }",
      });
    const query = toQuery(question);
    const pool = limits.hybrid_pool;
    const hits = await substrate.search.hybrid(query, { limit: pool, pool, k: limits.rrf_k, filter: sought });
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    const best = (await rerank(query, hits)).slice(0, LISTED).flatMap((id) => byId.get(id) ?? []);
    return rankHits({ tool: "hybrid_search", family: "hybrid", arguments: { query, limit: pool } }, best);
  },
};
