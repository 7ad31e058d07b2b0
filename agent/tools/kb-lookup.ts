import { z } from "zod";
import { fold } from "../../base/fold.ts";
import { toKnowledgeRow } from "./knowledge-row.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** The family `knowledge_base`: entries by exact term, expansion or id. */
export const kbLookup = defineTool({
  name: "kb_lookup",
  family: "knowledge_base",
  description:
    "Looks terms up in the knowledge base (acronyms, abbreviations, terms, testing strategy): entries whose term, expansion or id is exactly this, letter case and separators apart. Terms without an entry are in not_found.",
  schema: () => z.strictObject({ terms: z.array(z.string().trim().min(1).max(200)).min(1).max(20) }),
  async run({ terms }, { substrate }) {
    const entries = await factsOf(substrate).knowledge();
    const found = [...new Set(terms)].map((term) => {
      const wanted = fold(term);
      return {
        term,
        hits: entries.filter((entry) =>
          [entry.term, entry.expansion, entry.entryId].some((name) => name !== "" && fold(name) === wanted),
        ),
      };
    });
    const missing = found.filter(({ hits }) => hits.length === 0).map(({ term }) => term);
    const rows = found.flatMap(({ term, hits }) => hits.map((entry) => ({ asked: term, ...toKnowledgeRow(entry) })));
    return { type: "rows", rows, truncated: false, echoes: missing.length > 0 ? { not_found: missing } : {} };
  },
});
