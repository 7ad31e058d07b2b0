import { withoutOperators } from "../../../db/search/query.ts";
import { LISTED, type QuestionBaseline } from "./baseline.ts";
import { rankHits } from "./search-baseline.ts";

export const keywordBaseline: QuestionBaseline = {
  name: "keyword",
  label: "Keyword only (BM25)",
  definition: `The first ${LISTED} test cases of one keyword search with the question as it stands.`,
  knows: "question",
  async rank(question, { substrate, sought }) {
    const query = withoutOperators(question);
    const hits = await substrate.search.keyword(query, { limit: LISTED, filter: sought });
    return rankHits({ tool: "keyword_search", family: "keyword", arguments: { query, limit: LISTED } }, hits);
  },
};
