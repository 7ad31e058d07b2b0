import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SubstrateOptions, substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import type { SearchHit, SqlPort, Substrate } from "../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../db/substrate.ts";
import { openSmallSubstrate, smallCorpus } from "../db/small-corpus.ts";
import { describeOn, takeTestNeo4j, testPostgresUrl, testPrefix } from "../servers.ts";

/** One corpus on the embedded stack and on another, with the dialect that every database has. */
interface Opened {
  substrate: Substrate;
  remove(): Promise<void>;
}

const EMBEDDING = { type: "lsa", dimensions: 32, seed: 1 } as const;

/** PostgreSQL, with AGE beside it. */
async function postgres(): Promise<Opened> {
  const cacheDirectory = await mkdtemp(join(tmpdir(), "scopebench-contract-"));
  const { prefix, dropAll } = testPrefix();
  const options = { cacheDirectory, database: { type: "postgres", prefix }, bm25: "portable", embedding: EMBEDDING };
  const substrate = await build(substrateOptionsSchema.parse(options), { SCOPEBENCH_POSTGRES_URL: testPostgresUrl() });
  return {
    substrate,
    async remove() {
      await substrate.close();
      await dropAll();
      await rm(cacheDirectory, { recursive: true });
    },
  };
}

/** The embedded database with the graph in Neo4j. */
async function mixed(): Promise<Opened> {
  const neo4j = await takeTestNeo4j();
  const cacheDirectory = await mkdtemp(join(tmpdir(), "scopebench-contract-"));
  const options = { cacheDirectory, graph: { type: "neo4j" }, bm25: "portable", embedding: EMBEDDING };
  const { url, user, password, release } = neo4j;
  const substrate = await build(substrateOptionsSchema.parse(options), {
    SCOPEBENCH_NEO4J_URL: url,
    SCOPEBENCH_NEO4J_USER: user,
    SCOPEBENCH_NEO4J_PASSWORD: password,
  });
  return {
    substrate,
    async remove() {
      await substrate.close();
      await release();
      await rm(cacheDirectory, { recursive: true });
    },
  };
}

async function build(options: SubstrateOptions, environment: Record<string, string>): Promise<Substrate> {
  const { snapshot_hash: snapshotHash } = await buildSubstrate(smallCorpus(), options, { environment });
  return openSubstrate(snapshotHash, options, { environment });
}

describeOn(["PostgreSQL"], "a substrate on PostgreSQL, beside the embedded one", () => {
  contract(postgres);

  it("is read-only, for every session", async () => {
    const opened = await postgres();
    await expect(opened.substrate.sql.execute("DELETE FROM core.trace_link")).rejects.toMatchObject({
      sqlState: "25006",
    });
    await opened.remove();
  });
});
describeOn(["Neo4j"], "a substrate with its graph in Neo4j, beside the embedded one", () => contract(mixed));

describeOn(["PostgreSQL", "Neo4j"], "a substrate on both servers", () => {
  it("has its graph loaded when it is opened for the first time", async () => {
    const { prefix, dropAll } = testPrefix();
    const { url, user, password, release } = await takeTestNeo4j();
    const environment = {
      SCOPEBENCH_POSTGRES_URL: testPostgresUrl(),
      SCOPEBENCH_NEO4J_URL: url,
      SCOPEBENCH_NEO4J_USER: user,
      SCOPEBENCH_NEO4J_PASSWORD: password,
    };
    const options = substrateOptionsSchema.parse({
      database: { type: "postgres", prefix },
      graph: { type: "neo4j" },
      bm25: "portable",
      embedding: { ...EMBEDDING, seed: 2 },
    });
    const loads: string[] = [];
    const told = (when: string) => ({
      environment,
      log: (message: string) => void (message.includes("loading") && loads.push(when)),
    });
    const { snapshot_hash: snapshotHash } = await buildSubstrate(smallCorpus(), options, told("building"));
    await (await openSubstrate(snapshotHash, options, told("opening"))).close();
    expect(loads).toEqual(["building"]);
    await dropAll();
    await release();
  });
});

const TABLES = [
  "raw.payload",
  "raw.link",
  "canon.test_case",
  "canon.backlog_item",
  "canon.containment",
  "canon.other_artifact",
  "proc.protocol",
  "proc.message_detail",
  "proc.message_alias",
  "proc.test_case_message",
  "proc.test_case_protocol",
  "core.trace_link",
  "core.unresolved_reference",
  "core.entity",
  "enrichment.attribute",
  "kb.entry",
  "rag.chunk",
  "rag.chunk_terms",
];
const QUESTIONS = ["paging", "handover target cell", '"radio link failure"', "handover AND NOT paging", "MSG-9", "the"];

function contract(open: () => Promise<Opened>): void {
  let embedded: Substrate;
  let other: Opened;

  beforeAll(async () => {
    [embedded, other] = await Promise.all([openSmallSubstrate({ bm25: "portable" }), open()]);
  });
  afterAll(async () => {
    await embedded.close();
    await other.remove();
  });

  const both = <T>(read: (substrate: Substrate) => Promise<T>): Promise<[T, T]> =>
    Promise.all([read(embedded), read(other.substrate)]);

  it("has the same hash and counts", () => {
    expect(other.substrate.manifest.snapshot_hash).toBe(embedded.manifest.snapshot_hash);
    expect(other.substrate.manifest.counts).toEqual(embedded.manifest.counts);
  });

  it.each(TABLES)("has equal rows in %s", async (table) => {
    const rowsOf = async ({ sql }: { sql: SqlPort }) =>
      (await sql.query(`SELECT * FROM ${table} t ORDER BY t::text`)).rows;
    const [expected, found] = await both(rowsOf);
    expect(found).toEqual(expected);
  });

  it.each(QUESTIONS)(
    "ranks %s equally: BM25 to the bit, vectors exactly but for rounding, hybrid",
    async (question) => {
      const keyword = await both(({ search }) => search.keyword(question, { limit: 30 }));
      expect(keyword[1]).toEqual(keyword[0]);
      const vector = await both(({ search }) => search.vector(question, { limit: 30 }));
      expectSameRanks(vector[1], vector[0]);
      const hybrid = await both(({ search }) => search.hybrid(question, { limit: 30, pool: 50, k: 60 }));
      expect(hybrid[1]).toEqual(hybrid[0]);
    },
  );

  it("gives equal graphs: schema, neighbourhoods, Cypher results", async () => {
    const [expected, found] = await both(async ({ graph }) => ({
      schema: await graph.schema(),
      near: await graph.neighbourhood("FEA-101", { depth: 3, limit: 200 }),
      covered: await graph.cypher(
        "MATCH (b:Feature)<-[:REFERENCES]-(t:TestCase) RETURN b.id AS feature, count(t) AS tests ORDER BY b.id",
        { columns: ["feature", "tests"] },
      ),
    }));
    expect(found).toEqual(expected);
    expect(expected.near.length).toBeGreaterThan(3);
  });

  it("answers the agent's role alike", async () => {
    const query =
      "SELECT t.name, count(*) AS n FROM trace_link l JOIN test_case t USING (test_case_id) GROUP BY 1 ORDER BY 2 DESC, 1";
    const [expected, found] = await both(({ sql }) =>
      sql.query(query, [], { role: "agent_readonly", timeoutMs: 5000 }),
    );
    expect(found).toEqual(expected);
  });
}

/** The servers' vector units add in another order: the last digits of a score may differ, its rank only within them. */
function expectSameRanks(found: readonly SearchHit[], expected: readonly SearchHit[]): void {
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  for (const [at, { score }] of found.entries()) expect(score).toBeCloseTo(expected[at]!.score, 5);
}
