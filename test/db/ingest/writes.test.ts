import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import { readProvenance } from "../../../db/ingest/provenance.ts";
import { readIngestStatus } from "../../../db/ingest/status.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import type { EmbeddingPort, Row } from "../../../db/ports/ports.ts";
import { contentDigest } from "../../../db/snapshots/content-digest.ts";
import { smallCorpus as unsorted } from "../small-corpus.ts";
import { type ScratchDatabase, scratchDatabases } from "./scratch-databases.ts";

let databases: Awaited<ReturnType<typeof scratchDatabases>>;
let database: ScratchDatabase;
let embedding: EmbeddingPort;
beforeAll(async () => {
  databases = await scratchDatabases();
  database = await databases.make();
  embedding = (await database.ingest(smallCorpus(), null)).embedding;
});
afterAll(async () => {
  await database.close();
  await databases.remove();
});

/** As a reader of corpora gives it. */
const smallCorpus = (): Corpus => makeCorpus(unsorted());

const rows = async (query: string): Promise<Row[]> => (await database.sql.query(query)).rows;

/** The next transaction's number: it stays where it is as long as nothing at all is written. */
async function nextTransaction(): Promise<number> {
  const [row] = await rows("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(row!.next);
}

/** Rows that were inserted or updated since a transaction, a count a table. */
async function writtenSince(transaction: number): Promise<Record<string, number>> {
  const { tables } = await contentDigest(database.sql);
  const counts: Record<string, number> = {};
  for (const table of Object.keys(tables)) {
    const [row] = await rows(`SELECT count(*)::int AS n FROM ONLY ${table} WHERE xmin::text::bigint >= ${transaction}`);
    if (Number(row!.n) > 0) counts[table] = Number(row!.n);
  }
  return counts;
}

function withText(id: string, text: string): Corpus {
  const corpus = smallCorpus();
  const artifacts = corpus.artifacts.map((artifact) =>
    artifact.id === id ? { ...artifact, text, meta: { ...artifact.meta, description: text } } : artifact,
  );
  return makeCorpus({ ...corpus, artifacts });
}

describe("an ingest of the same corpus", () => {
  it("writes no row: not one transaction gets a number", async () => {
    const before = await nextTransaction();
    const again = await database.ingest(smallCorpus(), embedding);
    expect(await nextTransaction()).toBe(before);
    expect(again).toMatchObject({
      ingestRunId: 1,
      counts: { test_cases: 28, trace_links: 29, unresolved_references: 3 },
    });
  });

  it("in another order of lines writes its own run and steps, and nothing else", async () => {
    const before = await nextTransaction();
    await database.ingest({ ...smallCorpus(), hash: "another" }, embedding);
    expect(await writtenSince(before)).toEqual({ "core.ingest_run": 1, "core.ingest_step": 5 });
    const [run] = (await readIngestStatus(database.sql)).runs;
    expect(run!.changes.test_case).toEqual({ unchanged: 28, changed: 0, new: 0, gone: 0 });
    expect(run!.steps.map(({ written }) => written)).toEqual([{}, {}, {}, {}, {}]);
  });
});

describe("one changed test case", () => {
  it("touches its payload, its canonical row, its chunk, its terms and its vector; the graph node's name stays", async () => {
    const before = await nextTransaction();
    await database.ingest(withText("TC-1004", "Handover with a changed text."), embedding);
    expect(await writtenSince(before)).toEqual({
      "canon.test_case": 1,
      "core.ingest_change": 1,
      "core.ingest_run": 1,
      "core.ingest_step": 5,
      "rag.chunk": 1,
      "rag.chunk_embedding": 1,
      "rag.chunk_terms": 1,
      "raw.entity_source": 1,
      "raw.payload": 1,
    });
    expect(await rows("SELECT test_case_id, ingest_run_id FROM canon.test_case WHERE ingest_run_id > 1")).toEqual([
      { test_case_id: "TC-1004", ingest_run_id: 3 },
    ]);
  });

  it("keeps the payload that it replaced, and says so", async () => {
    expect(
      await rows("SELECT ingest_run_id FROM raw.payload WHERE external_id = 'TC-1004' ORDER BY payload_id"),
    ).toEqual([{ ingest_run_id: 1 }, { ingest_run_id: 3 }]);
    expect((await readIngestStatus(database.sql)).superseded).toEqual({ payloads: 1, links: 0 });
    const chain = await readProvenance(database.sql, database.graph, "TC-1004");
    expect(chain).toMatchObject({
      type: "test_case",
      run: { ingest_run_id: 3, corpus_name: "small" },
      changes: [
        { ingest_run_id: 1, change: "new" },
        { ingest_run_id: 3, change: "changed" },
      ],
      payload: { ingest_run_id: 3, body: { id: "TC-1004" } },
      row: { table: "canon.test_case", columns: { description: "Handover with a changed text." } },
      chunks: [{ ordinal: 0, has_vector: true, ingest_run_id: 3 }],
      node: { id: "TC-1004", label: "TestCase" },
    });
  });
});

describe("provenance", () => {
  it("every node of the graph names a payload and a run, every edge its run and a link, a payload or that it is derived", async () => {
    const { nodes, edges } = await database.graph.contents!();
    const nodeIds = await rows("SELECT node_id FROM raw.node_source");
    expect(nodeIds.map((row) => row.node_id).sort()).toEqual(nodes.map(({ id }) => id).sort());
    const key = (...parts: unknown[]) => JSON.stringify(parts);
    const sources = await rows("SELECT * FROM raw.edge_source");
    expect(sources.map((row) => key(row.relationship, row.from_id, row.to_id)).sort()).toEqual(
      edges.map(({ type, from, to }) => key(type, from, to)).sort(),
    );
    expect(sources.filter((row) => row.ingest_run_id === null || row.payload_id === null)).toEqual([]);
    const [lone] = await rows(`SELECT count(*)::int AS n FROM raw.edge_source e
      WHERE link_id IS NULL AND NOT derived AND NOT EXISTS (SELECT FROM core.trace_link t WHERE t.origin = 'payload'
        AND t.test_case_id = e.from_id AND t.reference_id = e.to_id)`);
    expect(lone).toEqual({ n: 0 });
  });

  it("a reference tells its way: as written, normalised, by which rule, to what; or the problem", async () => {
    const one = await readProvenance(database.sql, database.graph, "TC-1027");
    expect(one!.references).toContainEqual(
      expect.objectContaining({
        raw_reference: "REQ-201 (v2)",
        normalised: "REQ-201",
        rule: "notes stripped",
        target_id: "REQ-201",
      }),
    );
    const other = await readProvenance(database.sql, database.graph, "TC-1028");
    expect(other!.references.flatMap((row) => row.problem ?? []).sort()).toEqual(["no id", "unknown id", "wrong role"]);
    expect(await readProvenance(database.sql, database.graph, "TC-9")).toBeNull();
  });

  it("counts resolutions by rule and problem", async () => {
    const { rules, unresolved } = await readIngestStatus(database.sql);
    expect(unresolved).toEqual({ "no id": 1, "unknown id": 1, "wrong role": 1 });
    expect(Object.values(rules).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(29);
  });
});
