import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { termReader } from "../search/terms.ts";
import type { StepContext } from "./context.ts";
import type { ChunkChanges } from "./indexed-chunk.ts";

/** Terms of new and changed chunks, and what ranks them. */
export async function indexTerms(
  { sql, dialect, analysis, log }: StepContext,
  { written, gone, fromNothing }: ChunkChanges,
): Promise<void> {
  const termsOf = termReader(analysis);
  const terms = written.map(({ chunkId, indexed }) => ({ chunkId, terms: termsOf(indexed).join(" ") }));
  log.add("rag.chunk_terms", fromNothing ? { inserted: terms.length } : { updated: terms.length });
  if (fromNothing) return dialect.build(sql, terms);
  if (written.length + gone.length === 0) return;
  const rows = terms.map((chunk) => ({ chunk_id: chunk.chunkId, terms: chunk.terms }));
  await bulkUpsert(sql, { table: "rag.chunk_terms", key: ["chunk_id"], rows });
  await dialect.refresh(sql);
}
