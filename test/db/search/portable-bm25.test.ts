import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../db/ports/ports.ts";
import { bm25Dialect } from "../../../db/search/dialects.ts";
import { openSmallSubstrate, readSmallSubstrate } from "../small-corpus.ts";

let portable: Substrate;
let extension: Substrate;
beforeAll(async () => {
  [portable, extension] = [await openSmallSubstrate({ bm25: "portable" }), await readSmallSubstrate()];
});
afterAll(() => Promise.all([portable.close(), extension.close()]));

interface Ranked extends Record<string, unknown> {
  chunk_id: number;
  score: number;
}

const ranked = async (substrate: Substrate, name: "portable" | "pg_textsearch", terms: string) =>
  (await substrate.sql.query<Ranked>(bm25Dialect(name).ranked(1000), [terms])).rows;

/** BM25 as the papers have it, over all chunks, in memory. */
async function inMemory(terms: string): Promise<Map<number, number>> {
  const { rows } = await portable.sql.query<{ chunk_id: number; terms: string }>("SELECT * FROM rag.chunk_terms");
  const documents = rows.map((row) => ({ id: row.chunk_id, words: row.terms.split(" ") }));
  const mean = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scores = new Map<number, number>();
  for (const term of terms.split(" ")) {
    const holding = documents.filter(({ words }) => words.includes(term));
    const rarity = Math.log(1 + (documents.length - holding.length + 0.5) / (holding.length + 0.5));
    for (const { id, words } of holding) {
      const count = words.filter((word) => word === term).length;
      const part = (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / mean));
      scores.set(id, (scores.get(id) ?? 0) + part);
    }
  }
  return scores;
}

describe.each(["page", "handov failur", "charg record transfer quota", "tc 1001"])("terms %s", (terms) => {
  it("score exactly as the formula in the portable dialect", async () => {
    const expected = await inMemory(terms);
    const rows = await ranked(portable, "portable", terms);
    expect(rows).toHaveLength(expected.size);
    for (const { chunk_id, score } of rows) expect(score).toBeCloseTo(expected.get(chunk_id)!, 9);
  });

  it("score the same in pg_textsearch, within what it loses by storing lengths in a byte (5 %)", async () => {
    const expected = await inMemory(terms);
    const rows = await ranked(extension, "pg_textsearch", terms);
    expect(rows).toHaveLength(expected.size);
    for (const { chunk_id, score } of rows) {
      expect(Math.abs(score / expected.get(chunk_id)! - 1)).toBeLessThan(0.05);
    }
  });
});
