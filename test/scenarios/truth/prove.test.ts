import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../db/ports/ports.ts";
import type { Aspect } from "../../../scenarios/truth/aspect.ts";
import type { CheckSources } from "../../../scenarios/truth/check-route.ts";
import { changeOf } from "../../../scenarios/truth/gaps.ts";
import { readPayloads } from "../../../scenarios/truth/payloads.ts";
import type { Premise } from "../../../scenarios/truth/premise.ts";
import { prove, TruthDisagreement } from "../../../scenarios/truth/prove.ts";
import { and, type Facet, minus, or, type TestSet } from "../../../scenarios/truth/test-set.ts";
import { openSmallSubstrate, readSmallSubstrate } from "../../db/small-corpus.ts";

const SUITE: Facet = { key: "automated_suite", source: "column" };
const AREA: Facet = { key: "quality_area", source: "column" };

let substrate: Substrate;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
});
afterAll(() => substrate.close());

function sourcesOf(opened: Substrate): CheckSources {
  return { substrate: opened, payloads: readPayloads(opened) };
}

async function idsOf(set: TestSet, premises: readonly Premise[] = []): Promise<string[]> {
  return (await prove(set, { premises, sources: sourcesOf(substrate) })).ids;
}

describe("coverage gaps", () => {
  const gapsIn = async (set: TestSet) =>
    (await prove(set, { premises: [], change: changeOf(set), sources: sourcesOf(substrate) })).gaps;

  it("are what of the wanted side has no test case, by both routes; absent where a set begins at no item", async () => {
    const within: TestSet = { kind: "traced_within", item: "FEA-102" };
    expect(await gapsIn(within)).toContain("DD-302");
    expect(await gapsIn(minus({ kind: "traced", item: "REQ-201" }, within))).toEqual([]);
    expect(await gapsIn({ kind: "traced", item: "SPEC-402" })).toEqual(["SPEC-402"]);
    expect(await gapsIn({ kind: "covers_message_of", protocol: "PR-NAS" })).toEqual(["MSG-8", "MSG-9"]);
    expect(await gapsIn({ kind: "facet", facet: SUITE, value: "x" })).toBeUndefined();
  });

  it("told differently by the routes are no truth", async () => {
    const broken: Substrate = {
      ...substrate,
      graph: {
        ...substrate.graph,
        cypher: async (text, options) => (text.includes("TestCase") ? substrate.graph.cypher(text, options) : []),
      },
    };
    const set: TestSet = { kind: "traced", item: "SPEC-402" };
    await expect(prove(set, { premises: [], change: changeOf(set), sources: sourcesOf(broken) })).rejects.toThrow(
      "gap only by SQL: SPEC-402",
    );
  });
});

describe("prove", () => {
  const within: TestSet = { kind: "traced_within", item: "FEA-101" };
  const mobility: TestSet = { kind: "facet", facet: AREA, value: "mobility" };

  it("agrees by SQL and by graph on links, containment, coverage and membership", async () => {
    const direct = await idsOf({ kind: "traced", item: "REQ-201" });
    expect(direct).toEqual(expect.arrayContaining(["TC-1001", "TC-1002", "TC-1003", "TC-1027"]));
    expect(await idsOf({ kind: "traced", item: "FEA-101" })).toEqual(["TC-1027"]);
    expect(await idsOf(within)).toEqual(expect.arrayContaining([...direct, "TC-1004", "TC-1005", "TC-1006"]));
    expect(await idsOf({ kind: "covers_message", message: "MSG-1" })).toContain("TC-1001");
    expect(await idsOf({ kind: "covers_message_of", protocol: "PR-NGAP" })).toContain("TC-1001");
    expect((await idsOf({ kind: "covers_protocol", protocol: "PR-NGAP" })).length).toBeGreaterThan(0);
    expect(await idsOf({ kind: "sharing_item_with", test: "TC-1001" })).not.toContain("TC-1001");
  });

  it("agrees by SQL and by payload on attributes, present or not", async () => {
    expect(await idsOf(mobility)).toHaveLength(9);
    const automated = await idsOf({ kind: "has_facet", facet: SUITE });
    expect(automated).toHaveLength(8);
    expect(await idsOf({ kind: "mentions", words: ["paging"] })).toContain("TC-1019");
    expect(await idsOf({ kind: "mentions", words: ["paging", "zigbee"] })).toEqual([]);
  });

  it("agrees on names and single ids", async () => {
    expect(await idsOf({ kind: "named", name: "Cell barring" })).toEqual(["TC-1025"]);
    expect(await idsOf({ kind: "one", id: "TC-1001" })).toEqual(["TC-1001"]);
  });

  it("combines conditions in the same way on both routes", async () => {
    const all = await idsOf(within);
    const kept = await idsOf(and(within, mobility));
    const left = await idsOf(minus(within, mobility, { kind: "one", id: "TC-1028" }));
    expect(new Set([...kept, ...left, "TC-1028"])).toEqual(new Set([...all, "TC-1028"]));
    expect(await idsOf(or(and(within, mobility), minus(within, mobility)))).toEqual(all);
  });

  it("agrees by SQL and by graph or payload on what is asked about the test cases", async () => {
    const about = async (of: TestSet, ...aspects: Aspect[]) =>
      (await prove(of, { premises: [], aspects, sources: sourcesOf(substrate) })).entities;
    const items = await about(within, { kind: "items" });
    const parts = await about(within, { kind: "items", within: "FEA-101" });
    expect(items).toEqual(expect.arrayContaining(parts));
    expect(parts).toEqual(expect.arrayContaining(["FEA-101", "REQ-201"]));
    expect(await about(within, { kind: "items", subtype: "feature" })).toEqual(
      items.filter((id) => id.startsWith("FEA")),
    );
    expect((await about(within, { kind: "messages" }, { kind: "protocols" })).length).toBeGreaterThan(1);
    expect(await about(mobility, { kind: "values", facet: AREA })).toEqual(["mobility"]);
    expect(await about(within, { kind: "parent", item: "REQ-201" })).toEqual(["FEA-101"]);
    expect(await about({ kind: "one", id: "TC-9999" }, { kind: "items" }, { kind: "values", facet: SUITE })).toEqual(
      [],
    );
  });

  it("stores a query that anybody can run, and what the second route asked", async () => {
    const { ids, derivation } = await prove(and(within, mobility), { premises: [], sources: sourcesOf(substrate) });
    const { rows } = await substrate.sql.query<{ id: string }>(derivation.sql, derivation.parameters);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(derivation.validation).toContain("CONTAINS");
    expect(derivation.validation).toContain("ids = (A & B)");
    expect(derivation.validated).toBe(true);
  });

  it("keeps a text of a corpus out of the query's text", async () => {
    const { derivation } = await prove(
      { kind: "named", name: "O'Brien'); DROP" },
      { premises: [], sources: sourcesOf(substrate) },
    );
    expect(derivation.sql).not.toContain("Brien");
    expect(derivation.parameters).toEqual(["O'Brien'); DROP"]);
  });

  it("confirms what a question presupposes", async () => {
    const premises: Premise[] = [
      { kind: "absent", id: "FEA-999" },
      { kind: "present", id: "FEA-103" },
      { kind: "not_contained", parent: "FEA-102", child: "REQ-201" },
      { kind: "not_member", message: "MSG-3", protocol: "PR-NGAP" },
      { kind: "unmentioned", words: ["handover", "zigbee"] },
      { kind: "non_empty", set: within },
    ];
    expect(await idsOf({ kind: "traced", item: "FEA-103" }, premises)).toEqual([]);
  });

  it.each<Premise>([
    { kind: "absent", id: "FEA-103" },
    { kind: "present", id: "FEA-999" },
    { kind: "not_contained", parent: "FEA-101", child: "REQ-201" },
    { kind: "not_member", message: "MSG-1", protocol: "PR-NGAP" },
    { kind: "unmentioned", words: ["paging", "pag"] },
    { kind: "non_empty", set: { kind: "traced", item: "FEA-103" } },
  ])("refuses a false premise: $kind", async (premise) => {
    await expect(idsOf({ kind: "one", id: "TC-1001" }, [premise])).rejects.toThrow(TruthDisagreement);
  });
});

describe("prove on a broken substrate", () => {
  let broken: Substrate;
  beforeAll(async () => {
    broken = await openSmallSubstrate();
    await broken.sql.execute(`
      DELETE FROM core.trace_link WHERE test_case_id = 'TC-1002' AND reference_id = 'REQ-201';
      INSERT INTO core.trace_link SELECT 'TC-1025', 'REQ-201', kind, raw_reference, origin, ingest_run_id FROM core.trace_link LIMIT 1;
      UPDATE canon.test_case SET quality_area = 'charging' WHERE test_case_id = 'TC-1001';`);
  });
  afterAll(() => broken.close());

  it("throws with what each route has that the other lacks, for the graph", async () => {
    const proof = prove({ kind: "traced", item: "REQ-201" }, { premises: [], sources: sourcesOf(broken) });
    await expect(proof).rejects.toThrow(/only by SQL \(1\): TC-1025\nonly by the second route \(1\): TC-1002/);
  });

  it("throws for payloads, too", async () => {
    const set: TestSet = { kind: "facet", facet: AREA, value: "mobility" };
    await expect(prove(set, { premises: [], sources: sourcesOf(broken) })).rejects.toThrow(
      /second route \(1\): TC-1001/,
    );
  });
});
