import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateTelecomCorpus } from "../../../db/corpora/telecom/index.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { findLeaks, type HiddenPair } from "../../../scenarios/discovery/find-leaks.ts";
import { generateDiscoverySuite } from "../../../scenarios/discovery/generate.ts";
import { type HiddenLinks, hideLinks } from "../../../scenarios/discovery/hide-links.ts";
import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { formatScenarioSet } from "../../../scenarios/set-file.ts";
import { openCorpus, readOpenconfig } from "../substrates.ts";

const CORPORA: { name: string; load: () => Promise<Corpus>; total: number; recorded: number }[] = [
  { name: "telecom", load: async () => generateTelecomCorpus({ seed: 3, scale: 0.02 }), total: 8, recorded: 1 },
  { name: "test plans of others", load: readOpenconfig, total: 8, recorded: 0 },
];

function pairsOf({ items }: HiddenLinks): HiddenPair[] {
  return items.flatMap(({ item, expected, unfindable }) =>
    [...expected.keys(), ...unfindable].map((test): HiddenPair => [test, item]),
  );
}

describe.each(CORPORA)("hidden links on $name", ({ load, total, recorded }) => {
  let corpus: Corpus;
  let hiding: HiddenLinks;
  let complete: Substrate;
  let hidden: Substrate;
  let set: ScenarioSet;
  beforeAll(async () => {
    corpus = await load();
    hiding = hideLinks(corpus, { seed: 11, total });
    complete = await openCorpus(corpus);
    hidden = await openCorpus(hiding.corpus);
    set = await generateDiscoverySuite({ complete, hidden }, { items: hiding.items, seed: 11 });
  });
  afterAll(async () => {
    await complete?.close();
    await hidden?.close();
  });

  it("are in no table, view or edge, whoever may read it; with the links in, the same search finds each", async () => {
    const pairs = pairsOf(hiding);
    expect(pairs.length).toBeGreaterThanOrEqual(total);
    expect(await findLeaks(hidden, pairs)).toEqual([]);
    const shown = await findLeaks(complete, pairs);
    for (const place of ["core.trace_link", "core.reference_resolution", 'scope."REFERENCES"', "graph"])
      expect(
        new Set(shown.filter(({ where }) => where === place).map(({ test, item }) => `${test} ${item}`)).size,
      ).toBe(pairs.length);
  });

  it("are in no index or embedding: texts, terms and vectors are those that they are with the links in", async () => {
    for (const query of [
      "SELECT entity_id, ordinal, title, body FROM rag.chunk ORDER BY entity_type, entity_id, ordinal",
      "SELECT chunk.entity_id, ordinal, embedding::text FROM rag.chunk_embedding JOIN rag.chunk USING (chunk_id) ORDER BY chunk.entity_type, chunk.entity_id, ordinal",
      "SELECT entity_id, key, value FROM enrichment.attribute ORDER BY 1, 2, 3",
      "SELECT * FROM kb.entry ORDER BY 1",
    ])
      expect((await hidden.sql.query(query)).rows).toEqual((await complete.sql.query(query)).rows);
    const { item = "" } = hiding.items[0] ?? {};
    for (const search of ["keyword", "vector"] as const)
      expect(await hidden.search[search](item, { limit: 50 })).toEqual(
        await complete.search[search](item, { limit: 50 }),
      );
  });

  it("give a snapshot of their own, whose name and hashes depend on what is hidden", () => {
    expect(hidden.manifest.corpus_hash).not.toBe(complete.manifest.corpus_hash);
    expect(hidden.manifest.snapshot_hash).not.toBe(complete.manifest.snapshot_hash);
    const other = hideLinks(corpus, { seed: 12, total });
    expect(other.corpus.hash).not.toBe(hiding.corpus.hash);
    expect(other.corpus.mapping.name).not.toBe(hiding.corpus.mapping.name);
    expect(hideLinks(corpus, { seed: 11, total }).corpus.hash).toBe(hiding.corpus.hash);
  });

  it("are asked for: what texts tell of is expected, by both routes on the complete snapshot; the rest is neutral", async () => {
    expect(set.scenarios).toHaveLength(total);
    expect(set.snapshot).toBe(hidden.manifest.snapshot_hash);
    const kept = set.scenarios.map(({ discovery }) => (discovery?.recorded_ids.length ?? 0) > 0);
    expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(recorded);
    expect(kept.filter((some) => !some).length).toBeGreaterThanOrEqual(total / 2);
    for (const { turns, expected_ids, discovery, derivation } of set.scenarios) {
      expect(derivation?.validated).toBe(true);
      expect(Object.keys(discovery?.signals ?? {})).toEqual(expected_ids);
      expect(expected_ids.filter((id) => turns.join("\n").includes(id))).toEqual([]);
      const neutral = [...(discovery?.recorded_ids ?? []), ...(discovery?.unfindable_ids ?? [])];
      expect(neutral.filter((id) => expected_ids.includes(id))).toEqual([]);
    }
    const again = await generateDiscoverySuite({ complete, hidden }, { items: hiding.items, seed: 11 });
    expect(formatScenarioSet(again)).toBe(formatScenarioSet(set));
  });

  it("refuses a snapshot that still has them", async () => {
    const generating = generateDiscoverySuite({ complete, hidden: complete }, { items: hiding.items, seed: 11 });
    await expect(generating).rejects.toThrow(/hidden links can be read in the snapshot\ncore\./);
  });
});

describe("hideLinks", () => {
  const artifact = (id: string, type: string, text: string, meta = {}) => ({ id, type, title: id, text, meta });
  const make = (texts: { test?: string; item?: string; references?: string[]; copy?: boolean }): Corpus => ({
    mapping: {
      name: "tiny",
      synthetic: true,
      artifactTypes: { test: { role: "test_case" }, item: { role: "backlog_item" } },
      linkKinds: { verifies: { role: "reference" } },
      idPatterns: [{ role: "backlog_item", pattern: "R-\\d+", example: "R-1" }],
    },
    artifacts: [
      artifact("T-1", "test", texts.test ?? "frobnicates widgets", {
        area: "left",
        references: texts.references ?? [],
      }),
      ...Array.from({ length: 40 }, (_, at) => artifact(`T-9${at}`, "test", "something else", { area: `other ${at}` })),
      artifact("R-1", "item", texts.item ?? "widgets frobnicate", { area: "left" }),
      artifact("R-2", "item", "unrelated"),
      artifact("T-2", "test", "as T-1", texts.copy ? { cloned_from: "T-1", references: ["R-1"] } : {}),
    ],
    links: [{ sourceId: "T-1", targetId: "R-1", kind: "verifies" }],
    hash: "",
    notes: [],
  });
  const hide = (texts: Parameters<typeof make>[0]) => hideLinks(make(texts), { seed: 1, total: 5 });

  it("takes out the link and every reference that a person wrote for it, and leaves the others", () => {
    const { corpus, items } = hide({ references: ["r-1 (partly)", "R-1", "R-2"] });
    expect(items.map(({ item }) => item)).toEqual(["R-1"]);
    expect(corpus.links).toEqual([]);
    expect(corpus.artifacts.find(({ id }) => id === "T-1")?.meta.references).toEqual(["R-2"]);
  });

  it("names what the texts share, and hides nothing where they share nothing", () => {
    expect(hide({}).items[0]?.expected.get("T-1")).toBe("area: left");
    const foreign = make({});
    const artifacts = foreign.artifacts.map((one) =>
      one.id === "R-1" ? { ...one, meta: {}, text: "nothing alike" } : one,
    );
    expect(() => hideLinks({ ...foreign, artifacts }, { seed: 1, total: 5 })).toThrow(
      /could be hidden and found again/,
    );
  });

  it.each([
    ["the test case names the item in its text", { test: "frobnicates for R-1" }],
    ["the item names the test case, also inside of a longer word", { item: "see T-1x" }],
    ["a copy names the test case and refers to the item", { copy: true }],
    ["one reference records two items", { references: ["R-1/R-2"] }],
  ])("leaves a link in when %s", (_, texts) => {
    expect(() => hide(texts)).toThrow(/could be hidden and found again/);
  });
});
