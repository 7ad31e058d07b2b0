import { z } from "zod";
import { hitRowSchema, toHitRow } from "./search-input.ts";
import { defineTool } from "./tool.ts";

/** Part of the family `knowledge_base`: fragments by words and by meaning. */
export const kbSearch = defineTool({
  name: "kb_search",
  family: "knowledge_base",
  description:
    "Searches the knowledge base by words and by meaning at once: definitions, acronyms, testing strategy. For background on a topic; it holds no test cases. Returns fragments, best first.",
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(1000),
      limit: z.number().int().min(1).max(Math.min(50, limits.hybridMax)).default(10),
    }),
  row: hitRowSchema,
  async run({ query, limit }, { substrate, limits }) {
    const options = { limit, pool: limits.hybridPool, k: limits.rrfK, filter: { types: ["knowledge"] } } as const;
    const hits = await substrate.search.hybrid(query, options);
    return { type: "rows", rows: hits.map(toHitRow), truncated: hits.length === limit };
  },
});
