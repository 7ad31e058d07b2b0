import { z } from "zod";
import { findPhrase } from "../../base/fold.ts";
import type { KnowledgeEntry } from "./substrate-facts.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** Part of the family `knowledge_base`: a query with its abbreviations written out. */
export const kbExpandQuery = defineTool({
  name: "kb_expand_query",
  family: "knowledge_base",
  description:
    "Finds the acronyms, abbreviations and terms of the knowledge base in a query and gives their other form (the expansion of an acronym, the acronym of an expansion), with an expanded query for a keyword search: the original words OR the other forms.",
  schema: () => z.strictObject({ query: z.string().trim().min(1).max(1000) }),
  async run({ query }, { substrate }) {
    const contains = (name: string): boolean => findPhrase(query, name) >= 0;
    const rows = (await factsOf(substrate).knowledge())
      .filter((entry) => entry.expansion !== "")
      .flatMap((entry) => otherForm(entry, contains));
    const additions = [...new Set(rows.map((row) => row.other_form))].map((form) => `"${form.replaceAll('"', " ")}"`);
    return { type: "rows", rows, truncated: false, echoes: { expanded_query: [query, ...additions].join(" OR ") } };
  },
});

interface Expansion {
  [column: string]: unknown;
  found: string;
  other_form: string;
  entry_id: string;
  kind: string;
}

function otherForm(entry: KnowledgeEntry, contains: (name: string) => boolean): Expansion[] {
  const [hasTerm, hasExpansion] = [contains(entry.term), contains(entry.expansion)];
  if (hasTerm === hasExpansion) return [];
  const [found, other] = hasTerm ? [entry.term, entry.expansion] : [entry.expansion, entry.term];
  return [{ found, other_form: other, entry_id: entry.entryId, kind: entry.kind }];
}
