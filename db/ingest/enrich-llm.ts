import { attributesOf } from "../enrichment/enrichment.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";

/** What a language model said, into its own table: `enrichment.attribute` prefers the patterns, `enrichment.conflict` shows where they differ. */
export async function storeLlmAttributes({
  sql,
  enrichment,
}: Pick<IngestContext, "sql" | "enrichment">): Promise<void> {
  await sql.execute("DELETE FROM enrichment.llm_attribute");
  if (enrichment === null) return;
  const rows = [...enrichment.values].flatMap(([entity_id, value]) =>
    attributesOf(value).map(([key, text]) => ({ entity_id, key, value: text, model: enrichment.model })),
  );
  await bulkInsert(sql, { table: "enrichment.llm_attribute", rows, batch: 5000 });
}
