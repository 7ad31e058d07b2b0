import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOf } from "../../../base/hash.ts";
import type { Row, Substrate } from "../../../db/ports/ports.ts";
import { openSmallSubstrate, smallCorpus } from "../small-corpus.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await openSmallSubstrate();
});
afterAll(() => substrate.close());

const rows = async <T extends Row>(sql: string) => (await substrate.sql.query<T>(sql)).rows;

describe("canonical", () => {
  it("keeps every artifact and link in raw as it came", async () => {
    const corpus = smallCorpus();
    const bodies = await rows<{ body: unknown }>("SELECT body FROM raw.payload ORDER BY payload_id");
    expect(bodies.map((row) => row.body)).toEqual(corpus.artifacts);
    const links = await rows("SELECT source_id, target_id, kind FROM raw.link");
    expect(links).toEqual(
      corpus.links.map(({ sourceId, targetId, kind }) => ({ source_id: sourceId, target_id: targetId, kind })),
    );
  });

  it("traces every row to its payload and run", async () => {
    const stray = await rows(
      `SELECT e.entity_id FROM core.entity e LEFT JOIN raw.payload p ON p.external_id = e.entity_id WHERE p.payload_id IS NULL
       UNION ALL SELECT t.test_case_id FROM canon.test_case t JOIN raw.payload p USING (payload_id) WHERE p.external_id <> t.test_case_id`,
    );
    expect(stray).toEqual([]);
    expect(await rows("SELECT status, corpus_name FROM core.ingest_run")).toEqual([
      { status: "complete", corpus_name: "small" },
    ]);
  });

  it("types a test case's fields and sections, and keeps the rest of meta", async () => {
    const [row] = await rows("SELECT * FROM canon.test_case WHERE test_case_id = 'TC-1001'");
    expect(row).toMatchObject({
      quality_area: "mobility",
      execution_context: "simulator",
      automated_suite: "suite_mobility",
      attributes: {},
    });
    expect((row!.sections as { kind: string }[]).map((section) => section.kind)).toEqual([
      "precondition",
      "step",
      "expected",
    ]);
  });

  it("takes description and instructions from the text where meta has none", async () => {
    const [row] = await rows(
      "SELECT description, instructions, sections FROM canon.test_case WHERE test_case_id = 'TC-1025'",
    );
    expect(row).toMatchObject({ description: "A barred cell is not selected." });
    expect(row!.instructions).toContain("## Procedure");
  });

  it("reads inverse links in their role's direction, and keeps a message in two protocols", async () => {
    expect(await rows("SELECT protocol_id FROM proc.message_protocol WHERE message_id = 'MSG-9' ORDER BY 1")).toEqual([
      { protocol_id: "PR-NAS" },
      { protocol_id: "PR-NGAP" },
    ]);
    expect(await rows("SELECT message_name, aliases FROM proc.message_detail WHERE message_id = 'MSG-1'")).toEqual([
      { message_name: "HandoverRequired", aliases: ["HO REQ", "Handover Required"] },
    ]);
  });

  it("derives protocol coverage from messages, and prefers a recorded one", async () => {
    expect(
      await rows("SELECT protocol_id, derived FROM proc.test_case_protocol WHERE test_case_id = 'TC-1004'"),
    ).toEqual([{ protocol_id: "PR-NGAP", derived: true }]);
    expect(
      await rows(
        "SELECT protocol_id, derived FROM proc.test_case_protocol WHERE test_case_id IN ('TC-1001', 'TC-1025') ORDER BY 1",
      ),
    ).toEqual([
      { protocol_id: "PR-NAS", derived: false },
      { protocol_id: "PR-NGAP", derived: false },
    ]);
  });

  it("names an artifact without a title by its id", async () => {
    expect(await rows("SELECT name FROM canon.other_artifact ORDER BY artifact_id")).toEqual([
      { name: "Lab set-up" },
      { name: "note/lab 2" },
    ]);
  });
});

describe("trace links", () => {
  it("come from links and from references, each pair once, the recorded one first", async () => {
    expect(await rows("SELECT origin, count(*) AS n FROM core.trace_link GROUP BY origin ORDER BY origin")).toEqual([
      { origin: "link", n: 8 },
      { origin: "payload", n: 21 },
    ]);
    expect(
      await rows("SELECT reference_id, raw_reference FROM core.trace_link WHERE test_case_id = 'TC-1027' ORDER BY 1"),
    ).toEqual([
      { reference_id: "DD-301", raw_reference: "DD-301, draft only" },
      { reference_id: "FEA-101", raw_reference: "fea-101 [see note]" },
      { reference_id: "REQ-201", raw_reference: "REQ-201 (v2)" },
    ]);
  });

  it("keeps what does not resolve, with the reason", async () => {
    const unresolved = await rows("SELECT source_id, raw_reference FROM core.unresolved_reference ORDER BY 2");
    expect(unresolved).toEqual([
      { source_id: "TC-1028", raw_reference: "FEA-999" },
      { source_id: "TC-1028", raw_reference: "TC-1001" },
      { source_id: "TC-1028", raw_reference: "ask the architect" },
    ]);
  });

  it("does not take an id in a test's prose for a reference", async () => {
    expect(await rows("SELECT * FROM core.trace_link WHERE test_case_id = 'TC-1026'")).toEqual([]);
    expect(
      await rows("SELECT value FROM enrichment.attribute WHERE entity_id = 'TC-1026' AND key = 'mentioned_id'"),
    ).toEqual([{ value: "FEA-102" }]);
  });
});

describe("enrichment", () => {
  it("reads specifications, releases, timers and IP versions", async () => {
    expect(
      await rows("SELECT DISTINCT key, value FROM enrichment.attribute WHERE key <> 'mentioned_id' ORDER BY 1, 2"),
    ).toEqual([
      { key: "ip_version", value: "IPv6" },
      { key: "release", value: "17" },
      { key: "specification", value: "TS 23.502" },
      { key: "specification", value: "TS 33.501" },
      { key: "timer", value: "T304" },
    ]);
  });

  it("lets a regex attribute win over a model's, and keeps the conflict", async () => {
    await substrate.sql.execute(
      "INSERT INTO enrichment.llm_attribute VALUES ('TC-1004', 'timer', 'T310', 'm'), ('TC-1004', 'summary', 's', 'm')",
    );
    expect(
      await rows(
        "SELECT key, value, path FROM enrichment.attribute WHERE entity_id = 'TC-1004' AND key IN ('summary', 'timer') ORDER BY 1",
      ),
    ).toEqual([
      { key: "summary", value: "s", path: "llm" },
      { key: "timer", value: "T304", path: "regex" },
    ]);
    expect(await rows("SELECT regex_value, llm_value FROM enrichment.conflict")).toEqual([
      { regex_value: "T304", llm_value: "T310" },
    ]);
  });
});

it("chunks hold no reference that stands only in the links, so that search can't find trace links", async () => {
  const leaks = await rows("SELECT entity_id FROM rag.chunk WHERE entity_id = 'TC-1002' AND body LIKE '%REQ-201%'");
  expect(leaks).toEqual([]);
});

it("the agent's role reads every canonical table, and neither embeddings nor terms nor payloads", async () => {
  const count = async (table: string) =>
    substrate.sql.query(`SELECT count(*) FROM ${table}`, [], { role: "agent_readonly" });
  for (const table of [
    "test_case",
    "backlog_item",
    "message_detail",
    "trace_link",
    "entity",
    "entry",
    "attribute",
    "chunk",
  ])
    await count(table);
  for (const table of ["rag.chunk_embedding", "rag.chunk_terms", "raw.payload", 'scope."TestCase"'])
    await expect(count(table)).rejects.toMatchObject({ sqlState: "42501" });
});

it.each([
  "SELECT public.bm25_ranked('paging', 5)",
  "SELECT public.bm25_force_merge('rag.chunk_terms_bm25')",
  "SELECT ag_catalog.create_graph('mine')",
  "SELECT * FROM ag_catalog.cypher('scope', $$ MATCH (n) RETURN n $$) AS (n ag_catalog.agtype)",
])("the agent's role does not reach the extensions: %s", async (query) => {
  await expect(substrate.sql.query(query, [], { role: "agent_readonly" })).rejects.toMatchObject({ sqlState: "42501" });
});

it("content is the same as ever: on a wanted change bump CONTENT_VERSION in db/substrate.ts and this digest", async () => {
  const content = [];
  for (const query of [
    "SELECT * FROM core.entity ORDER BY 1, 2",
    "SELECT test_case_id, description, instructions, sections, attributes FROM canon.test_case ORDER BY 1",
    "SELECT test_case_id, reference_id, kind, raw_reference, origin FROM core.trace_link ORDER BY 1, 2",
    "SELECT source_id, raw_reference, reason FROM core.unresolved_reference ORDER BY 1, 2",
    "SELECT * FROM enrichment.regex_attribute ORDER BY 1, 2, 3",
    "SELECT chunk_id, entity_id, entity_type, title, body_sha256 FROM rag.chunk ORDER BY 1",
    "SELECT chunk_id, terms FROM rag.chunk_terms ORDER BY 1",
    "SELECT test_case_id, protocol_id, derived FROM proc.test_case_protocol ORDER BY 1, 2",
  ])
    content.push(await rows(query));
  // Rounded, as another processor may differ in the last bits of a logarithm.
  const [vector] = await substrate.embedding.embed(["handover failure"]);
  content.push([...vector!].map((value) => value.toFixed(3)));
  expect(hashOf(content)).toBe("f3522871ed8e551f9e084a712191a1f4fe0ee77123cea8d2389485e9fafb85b1");
});
