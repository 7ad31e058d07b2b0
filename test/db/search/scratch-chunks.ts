import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlPort } from "../../../db/ports/ports.ts";
import type { TextAnalysis } from "../../../db/ports/substrate-manifest.ts";
import { bulkInsert } from "../../../db/postgres/bulk-insert.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import type { Bm25Dialect } from "../../../db/search/bm25-dialect.ts";
import { CHUNK_TERMS, CREATE_CHUNK_TERMS } from "../../../db/search/chunk-terms.ts";
import { keywordSearch } from "../../../db/search/keyword.ts";
import { termReader } from "../../../db/search/terms.ts";

/** A database with nothing but chunks, one an entity with the text's place in the list as its id, ranked by a dialect. */
export interface ScratchChunks {
  sql: SqlPort;
  /** Ids of what a query finds, best first. */
  search(query: string, limit?: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function openScratchChunks(
  texts: readonly string[],
  { dialect, analysis }: { dialect: Bm25Dialect; analysis: TextAnalysis },
): Promise<ScratchChunks> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-chunks-"));
  const sql = await openPglite({ folder });
  await sql.execute(`
    ${dialect.extensionSql}
    CREATE SCHEMA rag;
    CREATE TABLE rag.chunk (chunk_id integer PRIMARY KEY, entity_id text, entity_type text, title text, body text);`);
  await sql.query(
    "INSERT INTO rag.chunk SELECT n, n::text, 'test_case', t, t FROM unnest($1::text[]) WITH ORDINALITY AS u (t, n)",
    [texts],
  );
  const termsOf = termReader(analysis);
  await sql.execute(CREATE_CHUNK_TERMS);
  const rows = texts.map((text, at) => ({ chunk_id: at + 1, terms: termsOf(text).join(" ") }));
  await bulkInsert(sql, { table: CHUNK_TERMS, rows });
  await dialect.index(sql);
  return {
    sql,
    search: async (query, limit = texts.length) =>
      (await keywordSearch({ sql, dialect, analysis }, query, { limit })).map((hit) => hit.id),
    async close() {
      await sql.close();
      await rm(folder, { recursive: true });
    },
  };
}
