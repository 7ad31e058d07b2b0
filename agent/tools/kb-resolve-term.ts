import { z } from "zod";
import { toKnowledgeRow } from "./knowledge-row.ts";
import { factsOf } from "./substrate-facts.ts";
import { matchTerms } from "./term-matching.ts";
import { defineTool } from "./tool.ts";

/** Below this the letters have little in common. */
const LEAST_SIMILARITY = 0.4;

/** Part of the family `knowledge_base`: one term, spelling mistakes forgiven. */
export const kbResolveTerm = defineTool({
  name: "kb_resolve_term",
  family: "knowledge_base",
  description:
    "Resolves one term, acronym or abbreviation to the knowledge-base entries spelled most like it, with a similarity from 0 to 1 (1 = the same). For unsure spellings; kb_lookup is for exact ones.",
  schema: () =>
    z.strictObject({
      term: z.string().trim().min(1).max(200).describe("one term, not a sentence"),
      limit: z.number().int().min(1).max(20).default(5),
    }),
  async run({ term, limit }, { substrate }) {
    const matches = matchTerms(term, await factsOf(substrate).knowledge(), {
      least: LEAST_SIMILARITY,
      limit: limit + 1,
    });
    const rows = matches.slice(0, limit).map(({ entry, matched, similarity }) => ({
      similarity: Number(similarity.toFixed(3)),
      matched,
      ...toKnowledgeRow(entry),
    }));
    return { type: "rows", rows, truncated: matches.length > limit };
  },
});
