import { z } from "zod";
import { hitRowSchema, searchFilterFields, toHitRow, toSearchFilter } from "./search-input.ts";
import { defineTool } from "./tool.ts";

/** Reciprocal rank fusion of both rankings. The family `hybrid`. */
export const hybridSearch = defineTool({
  name: "hybrid_search",
  family: "hybrid",
  description: [
    "Search by words and by meaning at once over test cases, backlog items, messages and protocols, both rankings merged: a good first search when it is unclear how a topic is worded.",
    "Returns entities, best first, with id, type, title, merged score and a snippet.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(2000).describe("what is sought, in words"),
      limit: z.number().int().min(1).max(limits.hybridMax).default(limits.hybridDefault),
      ...searchFilterFields,
    }),
  row: hitRowSchema,
  async run(input, { substrate, limits }) {
    const options = { limit: input.limit, pool: Math.max(limits.hybridPool, input.limit), k: limits.rrfK };
    const hits = await substrate.search.hybrid(input.query, { ...options, filter: toSearchFilter(input) });
    return { type: "rows", rows: hits.map(toHitRow), truncated: hits.length === input.limit };
  },
});
