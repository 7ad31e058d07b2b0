import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestEntities, type RankedChunk } from "../../../db/search/ranked-chunks.ts";

/** A ranking of chunks: score descending, in an order of ties that says nothing about ids. */
const rankings = fc
  .array(fc.record({ entity: fc.integer({ min: 0, max: 40 }), score: fc.integer({ min: 1, max: 6 }) }), {
    maxLength: 200,
  })
  .map((chunks) =>
    chunks
      .sort((a, b) => b.score - a.score)
      .map(({ entity, score }, at): RankedChunk => {
        return { chunk_id: at, entity_id: `e${entity}`, entity_type: "test_case", score };
      }),
  );

describe("bestEntities", () => {
  it("gives the same as looking at all chunks at once, ties at the edge included", async () => {
    await fc.assert(
      fc.asyncProperty(rankings, fc.integer({ min: 1, max: 20 }), async (ranking, limit) => {
        const look = async (wanted: number) => ({
          chunks: ranking.slice(0, wanted),
          floor: ranking.length <= wanted ? null : ranking[wanted - 1]!.score,
        });
        const all = await bestEntities({ limit, first: 1000 }, look);
        expect(await bestEntities({ limit, first: 3 }, look)).toEqual(all);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      }),
    );
  });
});
