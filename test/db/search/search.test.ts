import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchHit, Substrate } from "../../../db/ports/ports.ts";
import { nonEmpty } from "../../non-empty.ts";
import { openSmallSubstrate, readSmallSubstrate } from "../small-corpus.ts";

const ids = (hits: readonly SearchHit[]) => hits.map((hit) => hit.id);

describe.each(["pg_textsearch", "portable"] as const)("keyword by %s", (bm25) => {
  let substrate: Substrate;
  beforeAll(async () => {
    substrate = await (bm25 === "portable" ? openSmallSubstrate({ bm25 }) : readSmallSubstrate());
  });
  afterAll(() => substrate.close());
  const keyword = async (query: string, limit = 50, filter = {}) =>
    ids(await substrate.search.keyword(query, { limit, filter }));

  it("names its dialect", () => {
    expect(substrate.search.dialect).toBe(bm25);
  });

  it("ranks the entity that is about the words first and gives title, type, score and snippet", async () => {
    const [first] = await substrate.search.keyword("quota management", { limit: 5 });
    expect(first).toMatchObject({ id: "REQ-203", type: "backlog_item", title: "Quota management" });
    expect(first!.snippet).toBe("A session gets a new quota before the old one is used up.");
    expect(first!.score).toBeGreaterThan(0);
  });

  it("finds an entity by its id, and a message by an alias", async () => {
    expect((await keyword("DEF-602", 1))[0]).toBe("DEF-602");
    expect((await keyword("HO FAIL", 1))[0]).toBe("MSG-2");
  });

  it("keeps every hit once, score descending, ties by id", async () => {
    const hits = await substrate.search.keyword("paging", { limit: 50 });
    expect(new Set(ids(hits)).size).toBe(hits.length);
    const sorted = [...hits].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    expect(hits).toEqual(sorted);
    expect(ids(await substrate.search.keyword("paging", { limit: 3 }))).toEqual(ids(hits).slice(0, 3));
  });

  it("AND, NOT, phrases and parentheses decide what stays", async () => {
    const both = await keyword("handover AND load");
    expect(both).toEqual(["TC-1002", "TC-1005"]);
    expect(await keyword("(handover AND load) -failure")).toEqual(["TC-1002"]);
    expect(await keyword('"paging storms"', 50, { types: ["test_case"] })).toEqual(["TC-1022", "TC-1024", "TC-1023"]);
    expect(await keyword('"storms paging"')).toEqual([]);
    expect(await keyword("barred OR quota AND management")).toEqual(expect.arrayContaining(["TC-1025", "REQ-203"]));
  });

  it.each([
    ["a word that is nowhere", "zebra"],
    ["exclusion alone", "NOT handover"],
    ["stop words", "the of and"],
    ["nothing", ""],
    ["signs", "' \" ; -- $$ %"],
  ])("finds nothing for %s", async (_what, query) => {
    expect(await keyword(query)).toEqual([]);
  });

  it("among some entities alone gives those, and none among none", async () => {
    const all = await keyword("paging");
    expect(all.length).toBeGreaterThan(2);
    const some = all.filter((_id, at) => at % 2 === 1);
    expect(await keyword("paging", 50, { ids: some })).toEqual(some);
    expect(await keyword("paging", 50, { ids: [] })).toEqual([]);
    const near = await substrate.search.vector("paging", { limit: 50, filter: { ids: some } });
    expect(ids(near).sort()).toEqual([...some].sort());
  });

  it("leaves knowledge out unless asked for it", async () => {
    expect(await keyword("KB")).toEqual([]);
    expect(await keyword("terminal phone", 50, { types: ["knowledge"] })).toEqual(["KB-2"]);
  });

  it.each([
    ["type", { types: ["message"] as const }, (id: string) => id.startsWith("MSG-")],
    [
      "quality area",
      { attributes: { quality_area: "charging" } },
      (id: string) => /^TC-10(07|08|09|10|11|12)$/.test(id),
    ],
    ["execution context", { attributes: { execution_context: "lab" } }, (id: string) => id.startsWith("TC-")],
    ["subtype", { attributes: { subtype: "defect" } }, (id: string) => id.startsWith("DEF-")],
  ])("filters by %s", async (_what, filter, belongs) => {
    const words = "handover charging registration paging request records procedure";
    for (const mode of ["keyword", "vector"] as const) {
      const found = ids(await substrate.search[mode](words, { limit: 50, filter }));
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter((id) => !belongs(id))).toEqual([]);
    }
  });

  it("filters by a member of an entity's attributes, number or text, and by an enriched attribute", async () => {
    const filtered = (attributes: Record<string, string>) => keyword("handover paging note timer", 50, { attributes });
    expect(await filtered({ owner: "team a" })).toEqual(expect.arrayContaining(["REQ-201", "REQ-202"]));
    expect(await filtered({ year: "2024" })).toHaveLength(1);
    expect(await filtered({ timer: "T304" })).toContain("TC-1004");
    expect(await filtered({ owner: "team a", status: "nowhere" })).toEqual([]);
    expect(await filtered({ "no such key'; --": "x" })).toEqual([]);
  });

  it("searches in the open snapshot only: another one's hash is refused", async () => {
    const { snapshot_hash: snapshotHash } = substrate.manifest;
    expect(await keyword("handover", 50, { snapshot: snapshotHash })).toEqual(await keyword("handover"));
    for (const mode of ["keyword", "vector"] as const)
      await expect(
        substrate.search[mode]("handover", { limit: 5, filter: { snapshot: "other" } }),
      ).rejects.toMatchObject({
        code: "substrate",
      });
  });

  it("filters together: quality area and context", async () => {
    expect(
      await keyword("quota", 50, { attributes: { quality_area: "charging", execution_context: "lab" } }),
    ).toContain("TC-1008");
    expect(await keyword("quota", 50, { attributes: { quality_area: "charging" }, types: ["message"] })).toEqual([]);
  });

  it("a query of a thousand words and one of hostile signs are answered", async () => {
    expect(
      (await keyword(Array.from({ length: 1000 }, (_value, at) => `word${at} paging`).join(" "))).length,
    ).toBeGreaterThan(0);
    expect(await keyword("paging'); DROP TABLE rag.chunk; --")).not.toEqual([]);
    expect(await keyword("paging")).not.toEqual([]);
  });
});

describe("by meaning", () => {
  let substrate: Substrate;
  beforeAll(async () => {
    substrate = await readSmallSubstrate();
  });
  afterAll(() => substrate.close());

  describe("vector", () => {
    it("finds texts that share no word with the query: billing finds a charging record", async () => {
      const hits = await substrate.search.vector("billing", { limit: 5 });
      const [text] = hits.filter((hit) => !/billing/i.test(hit.title + hit.snippet));
      expect(text?.title).toMatch(/charg/i);
    });

    it("scores by cosine, at most 1, descending, each entity once", async () => {
      const hits = await substrate.search.vector("handover", { limit: 50 });
      const scores = hits.map((hit) => hit.score);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1.000001);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(new Set(ids(hits)).size).toBe(hits.length);
    });

    it("finds nothing for a text without a known word", async () => {
      expect(await substrate.search.vector("zebra", { limit: 5 })).toEqual([]);
    });
  });

  describe("similarity", () => {
    const options = { limit: 50, filter: { types: ["test_case"] as const } };

    it("dense is the score of a vector search, for any ids", async () => {
      const hits = await substrate.search.vector("handover", options);
      const found = await substrate.search.similarity("handover", { ids: ids(hits).slice(3), space: "dense" });
      expect([...found.keys()].sort()).toEqual(ids(hits).slice(3).sort());
      for (const { id, score } of nonEmpty(hits.slice(3))) expect(found.get(id)).toBeCloseTo(score, 6);
      expect(await substrate.search.similarity("zebra", { ids: [], space: "dense" })).toEqual(new Map());
    });

    it("sparse is the cosine of TF-IDF weights, as scikit-learn's vectorizer has them", async () => {
      const { rows } = await substrate.sql.query<{ id: string; type: string; terms: string }>(
        "SELECT entity_id AS id, entity_type AS type, terms FROM rag.chunk_terms JOIN rag.chunk USING (chunk_id)",
      );
      const texts = rows.map(({ terms }) => terms.split(" "));
      const idf = (term: string) =>
        Math.log((1 + texts.length) / (1 + texts.filter((terms) => terms.includes(term)).length)) + 1;
      const weights = (terms: string[]) =>
        new Map([...new Set(terms)].map((term) => [term, terms.filter((one) => one === term).length * idf(term)]));
      const norm = (of: Map<string, number>) => Math.hypot(...of.values());
      const asked = weights(["handov", "load"]);
      const found = await substrate.search.similarity("handover of the load zebra", {
        ids: ["TC-1002", "TC-1020"],
        space: "sparse",
      });
      for (const id of ["TC-1002", "TC-1020"]) {
        const own = rows.flatMap((row, at) => (row.id === id && row.type === "test_case" ? [weights(texts[at]!)] : []));
        const cosines = own.map(
          (text) =>
            [...asked].reduce((sum, [term, weight]) => sum + weight * (text.get(term) ?? 0), 0) /
            norm(asked) /
            norm(text),
        );
        expect(found.get(id)).toBeCloseTo(Math.max(...cosines), 12);
      }
      expect(found.get("TC-1002")).toBeGreaterThan(found.get("TC-1020")!);
    });
  });

  describe("hybrid", () => {
    it("ranks first what both find, and finds what either finds", async () => {
      const options = { limit: 50, pool: 20, k: 60 };
      const hits = await substrate.search.hybrid("quota", options);
      const [byWord, byMeaning] = [
        await substrate.search.keyword("quota", { limit: 20 }),
        await substrate.search.vector("quota", { limit: 20 }),
      ];
      expect(new Set(ids(hits))).toEqual(new Set([...ids(byWord), ...ids(byMeaning)]));
      expect(ids(byWord)).toContain(hits[0]!.id);
      expect(ids(byMeaning)).toContain(hits[0]!.id);
      expect(await substrate.search.hybrid("quota", options)).toEqual(hits);
    });
  });
});
