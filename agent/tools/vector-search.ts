import { z } from "zod";
import { hitRowSchema, searchFilterFields, toHitRow, toSearchFilter } from "./search-input.ts";
import { defineTool } from "./tool.ts";

/** Dense search. The family `vector`. */
export const vectorSearch = defineTool({
  name: "vector_search",
  family: "vector",
  description: [
    "Search by meaning over test cases, backlog items, messages and protocols: finds texts close to the query although they use other words.",
    "Best for a described behaviour or situation; weak on ids, codes and exact names. Something is always closest, so check that the hits really fit.",
    "Returns entities, closest first, with id, type, title, similarity score and a snippet.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(2000).describe("a phrase or sentences that say what is sought"),
      limit: z.number().int().min(1).max(limits.vectorMax).default(limits.vectorDefault),
      ...searchFilterFields,
    }),
  row: hitRowSchema,
  async run(input, { substrate }) {
    const hits = await substrate.search.vector(input.query, { limit: input.limit, filter: toSearchFilter(input) });
    return { type: "rows", rows: hits.map(toHitRow), truncated: hits.length === input.limit };
  },
});
