import { afterAll, beforeAll, expect, it } from "vitest";
import type { CorpusEnrichment } from "../../../db/enrichment/enrich-corpus.ts";
import type { Enrichment } from "../../../db/enrichment/enrichment.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../../db/substrate.ts";
import { readSmallSubstrate, smallCorpus, smallSubstrateOptions } from "../small-corpus.ts";

const SAID = {
  summary: "Checks that sunglasses survive a handover.",
  tags: ["eyewear", "mobility"],
  component_class: "optics unit",
  release: null,
  specifications: ["TS 99.123"],
};
const enrichment: CorpusEnrichment = {
  model: "writer-1",
  values: new Map<string, Enrichment>([
    ["TC-1004", SAID],
    // An embedding that is learned from the corpus knows a word from its second text on.
    ["TC-1005", { ...SAID, summary: "Sunglasses.", tags: ["optics"], component_class: null }],
  ]),
  report: {
    ...{ answered: 2, cached: 0, left: 0, failed: {}, stopped_by: null },
    usage: { tokens_in: 0, tokens_out: 0, cost_usd: 0 },
  },
};

let plain: Substrate;
let enriched: Substrate;
beforeAll(async () => {
  const options = await smallSubstrateOptions();
  plain = await readSmallSubstrate();
  const { snapshot_hash: snapshotHash } = await buildSubstrate(smallCorpus(), options, { enrichment });
  enriched = await openSubstrate(snapshotHash, options);
});
afterAll(() => enriched?.close());

const found = async ({ search }: Substrate, query: string) =>
  (await search.keyword(query, { limit: 3 })).map(({ id, snippet }) => ({ id, snippet }));

it.each(["survive", "eyewear", '"optics unit"'])(
  "%s is found by what a model said, which says whose words these are",
  async (query) => {
    expect(await found(plain, query)).toEqual([]);
    expect(await found(enriched, query)).toEqual([
      { id: "TC-1004", snippet: expect.stringContaining("by a language model") },
    ]);
  },
);

it("reaches the embedding", async () => {
  const nearest = await enriched.search.vector("sunglasses", { limit: 2 });
  expect(nearest.map(({ id }) => id).sort()).toEqual(["TC-1004", "TC-1005"]);
});

it("reaches filters and the graph's nodes, and nothing where no model spoke", async () => {
  const filter = { attributes: { tag: "eyewear" } };
  expect((await enriched.search.keyword("handover", { limit: 5, filter })).map(({ id }) => id)).toEqual(["TC-1004"]);
  const nodes = ({ graph }: Substrate) =>
    graph.cypher(
      "MATCH (t:TestCase) WHERE t.tags IS NOT NULL RETURN t.name AS name, t.tags AS tags, t.summary AS summary ORDER BY t.tags",
      {
        columns: ["name", "tags", "summary"],
      },
    );
  expect(await nodes(enriched)).toEqual([
    { name: expect.any(String), tags: "eyewear, mobility", summary: SAID.summary },
    { name: expect.any(String), tags: "optics", summary: "Sunglasses." },
  ]);
  expect(await nodes(plain)).toEqual([]);
});

it("leaves the chunks of the records' own texts as they are", async () => {
  const chunks = ({ sql }: Substrate) =>
    sql.query("SELECT entity_id, title, body FROM rag.chunk WHERE body NOT LIKE '%language model%' ORDER BY 1, 2, 3");
  expect((await chunks(enriched)).rows).toEqual((await chunks(plain)).rows);
});
