import { attributesOf } from "../enrichment/enrichment.ts";
import type { StepContext } from "./context.ts";
import { reconcile } from "./reconcile.ts";

/** What a language model said, into its own table: `enrichment.attribute` prefers the patterns, `enrichment.conflict` shows where they differ. */
export async function storeLlmAttributes({ sql, enrichment, log }: StepContext): Promise<void> {
  const rows = [...(enrichment?.values ?? [])].flatMap(([entity_id, value]) =>
    attributesOf(value).map(([key, text]) => ({ entity_id, key, value: text, model: enrichment!.model })),
  );
  const table = "enrichment.llm_attribute";
  await reconcile(sql, { table, key: ["entity_id", "key", "value"], values: ["model"], rows }, log);
}
