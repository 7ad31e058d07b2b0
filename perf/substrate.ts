/**
 * Times the substrate at the study's scale: build, open, each kind of query, and the recovery from a runaway query.
 * `node --import tsx perf/substrate.ts [pg_textsearch|portable] [exact|hnsw]` (about a minute).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { Substrate } from "../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";

const QUERIES = 30;

const [bm25, vectorIndex] = process.argv.slice(2);
const cacheDirectory = await mkdtemp(join(tmpdir(), "scopebench-perf-"));
const options = substrateOptionsSchema.parse({ cacheDirectory, bm25, vectorIndex });
const corpus = generateTelecomCorpus({ seed: 1 });
const manifest = await once("build", () => buildSubstrate(corpus, options));
console.log(JSON.stringify(manifest.counts));
const substrate = await once("open", () => openSubstrate(manifest.snapshot_hash, options));
for (const [name, query] of Object.entries(await queriesOn(substrate))) await times(name, query);
const runaway = () =>
  substrate.sql.query("SELECT count(*) FROM generate_series(1, 1000000000)", [], { timeoutMs: 500 });
await once("runaway query, limit 500 ms", () => runaway().catch((error: Error) => error.name));
await once("next query", () => substrate.sql.query("SELECT 1"));
await once("close", () => substrate.close());
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
await rm(cacheDirectory, { recursive: true });

async function queriesOn({ search, graph, sql }: Substrate): Promise<Record<string, (at: number) => Promise<unknown>>> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    "SELECT backlog_item_id AS id, name FROM canon.backlog_item ORDER BY md5(backlog_item_id) LIMIT $1",
    [QUERIES],
  );
  const name = (at: number) => rows[at]!.name;
  const words = (at: number) => name(at).split(" ").slice(0, 3);
  const cypher = (query: string) => (at: number) =>
    graph.cypher(query, { columns: ["id"], parameters: { id: rows[at]!.id } });
  return {
    "keyword, 50": (at) => search.keyword(name(at), { limit: 50 }),
    "keyword, 50 test cases": (at) => search.keyword(name(at), { limit: 50, filter: { types: ["test_case"] } }),
    "keyword, AND": (at) => search.keyword(words(at).join(" AND "), { limit: 50 }),
    "keyword, phrase": (at) => search.keyword(`"${words(at).slice(0, 2).join(" ")}"`, { limit: 50 }),
    "keyword, 400": (at) => search.keyword(name(at), { limit: 400 }),
    "vector, 50": (at) => search.vector(name(at), { limit: 50 }),
    "vector, 300": (at) => search.vector(name(at), { limit: 300 }),
    "hybrid, 50": (at) => search.hybrid(name(at), { limit: 50, pool: 100, k: 60 }),
    "neighbourhood, depth 1": (at) => graph.neighbourhood(rows[at]!.id, { depth: 1, limit: 200 }),
    "neighbourhood, depth 2": (at) => graph.neighbourhood(rows[at]!.id, { depth: 2, limit: 200 }),
    "neighbourhood, depth 3": (at) => graph.neighbourhood(rows[at]!.id, { depth: 3, limit: 200 }),
    "neighbourhood, depth 4": (at) => graph.neighbourhood(rows[at]!.id, { depth: 4, limit: 200 }),
    "Cypher, 1 hop": cypher("MATCH (b {id: $id})<-[:REFERENCES]-(t:TestCase) RETURN t.id"),
    "Cypher, 2 hops": cypher(
      "MATCH (b {id: $id})<-[:REFERENCES]-(t:TestCase)-[:COVERS_MESSAGE]->(m) RETURN DISTINCT m.id",
    ),
    "Cypher, 3 hops": cypher(
      "MATCH (b {id: $id})<-[:REFERENCES]-(:TestCase)-[:COVERS_MESSAGE]->(:Message)<-[:COVERS_MESSAGE]-(u:TestCase) RETURN DISTINCT u.id LIMIT 200",
    ),
    "Cypher, any path of 1..2": cypher("MATCH (b {id: $id})-[*1..2]-(n) RETURN DISTINCT n.id LIMIT 200"),
    "SQL as agent_readonly": (at) =>
      sql.query("SELECT * FROM trace_link WHERE reference_id = $1", [rows[at]!.id], { role: "agent_readonly" }),
  };
}

async function once<T>(name: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  console.log(`${name.padEnd(28)} ${(performance.now() - startedAt).toFixed(0).padStart(7)} ms`);
  return result;
}

/** Median and slowest of all queries, after one round to warm up. */
async function times(name: string, query: (at: number) => Promise<unknown>): Promise<void> {
  const durations: number[] = [];
  for (let at = 0; at < 2 * QUERIES; at++) {
    const startedAt = performance.now();
    await query(at % QUERIES);
    if (at >= QUERIES) durations.push(performance.now() - startedAt);
  }
  durations.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(28)} ${durations[QUERIES / 2]!.toFixed(1).padStart(7)} ms, slowest ${durations.at(-1)!.toFixed(0)} ms`,
  );
}
