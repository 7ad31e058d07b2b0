import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, metaText } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** Terminology to kb. */
export async function storeKnowledge({ sql, rows }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "kb.entry",
    rows: artifactsOf(rows, "knowledge").map(({ artifact }) => ({
      entry_id: artifact.id,
      term: nameOf(artifact),
      kind: metaText(artifact, "kind") ?? "term",
      expansion: metaText(artifact, "expansion") ?? "",
      definition: artifact.text,
    })),
  });
}
