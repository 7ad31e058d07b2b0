import { z } from "zod";
import { hitRowSchema, searchFilterFields, toHitRow, toSearchFilter } from "./search-input.ts";
import { defineTool } from "./tool.ts";

/** Sparse search. The family `keyword`. */
export const keywordSearch = defineTool({
  name: "keyword_search",
  family: "keyword",
  description: [
    "Ranked keyword search over test cases, backlog items, messages and protocols: finds texts that contain the words of the query, rare words counting most.",
    'Words are alternatives unless joined: AND, OR, NOT (or -word) and "an exact phrase" are understood. Best for exact wording, codes, names and abbreviations; it does not know synonyms.',
    "Returns entities, best first, with id, type, title, score and a snippet.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(1000).describe("words, with operators if wanted"),
      limit: z.number().int().min(1).max(limits.keywordMax).default(limits.keywordDefault),
      ...searchFilterFields,
    }),
  row: hitRowSchema,
  async run(input, { substrate }) {
    const hits = await substrate.search.keyword(input.query, { limit: input.limit, filter: toSearchFilter(input) });
    return { type: "rows", rows: hits.map(toHitRow), truncated: hits.length === input.limit };
  },
});
