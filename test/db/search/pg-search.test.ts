import { parse } from "libpg-query";
import { describe, expect, it } from "vitest";
import type { SqlPort } from "../../../db/ports.ts";
import { bm25Dialect } from "../../../db/search/dialects.ts";

/** Takes statements down: no PostgreSQL with this extension is at hand, so what is tested is what would be sent. */
function recorder(): { sql: SqlPort; sent: string[] } {
  const sent: string[] = [];
  const sql: SqlPort = {
    backEnd: "recorder",
    query: async (text) => {
      sent.push(text);
      return { rows: [], fields: [] };
    },
    execute: async (text) => void sent.push(text),
    close: async () => undefined,
  };
  return { sql, sent };
}

describe("pg_search, as text (never run: no build of the extension was at hand)", () => {
  it("indexes the terms as they are, split at spaces, with the chunk as key", async () => {
    const { sql, sent } = recorder();
    await bm25Dialect("pg_search").build(sql, [{ chunkId: 1, terms: "handov fail" }]);
    expect(sent.at(-1)!.replace(/\s+/g, " ")).toBe(
      "CREATE INDEX chunk_terms_bm25 ON rag.chunk_terms USING bm25 (chunk_id, (terms::pdb.whitespace)) WITH (key_field = 'chunk_id')",
    );
  });

  it("ranks by any of the terms, ties by chunk, as one statement that PostgreSQL's grammar takes", async () => {
    const ranked = bm25Dialect("pg_search").ranked(70).replace(/\s+/g, " ").trim();
    expect(ranked).toBe(
      "SELECT t.chunk_id, pdb.score(t.chunk_id)::double precision AS score FROM rag.chunk_terms t WHERE t.terms ||| $1::text ORDER BY score DESC, t.chunk_id LIMIT 70",
    );
    expect((await parse(ranked)).stmts).toHaveLength(1);
  });

  it("refuses other parameters than those that the extension fixes", () => {
    expect(() => bm25Dialect("pg_search", { k1: 2, b: 0.75 })).toThrow(expect.objectContaining({ code: "substrate" }));
  });
});
