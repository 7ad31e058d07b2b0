import { LISTED, type QuestionBaseline } from "./baseline.ts";
import { rankHits } from "./search-baseline.ts";

export const vectorBaseline: QuestionBaseline = {
  name: "vector",
  label: "Vector only",
  definition: `The first ${LISTED} test cases of one vector search with the question as it stands.`,
  knows: "question",
  async rank(query, { substrate, sought }) {
    const hits = await substrate.search.vector(query, { limit: LISTED, filter: sought });
    return rankHits({ tool: "vector_search", family: "vector", arguments: { query, limit: LISTED } }, hits);
  },
};
