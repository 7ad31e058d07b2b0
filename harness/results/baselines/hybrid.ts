import { withoutOperators } from "../../../db/search/query.ts";
import { LISTED, type QuestionBaseline } from "./baseline.ts";
import { rankHits } from "./search-baseline.ts";

export const hybridBaseline: QuestionBaseline = {
  name: "hybrid",
  label: "Hybrid (RRF)",
  definition: `The first ${LISTED} test cases of the keyword and the vector ranking of the question, merged by reciprocal rank.`,
  knows: "question",
  async rank(question, { substrate, limits, sought }) {
    const query = withoutOperators(question);
    const hits = await substrate.search.hybrid(query, {
      limit: LISTED,
      pool: limits.hybrid_pool,
      k: limits.rrf_k,
      filter: sought,
    });
    return rankHits({ tool: "hybrid_search", family: "hybrid", arguments: { query, limit: LISTED } }, hits);
  },
};
