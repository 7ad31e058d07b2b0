/**
 * Times of the graph tools and of Cypher by hops, on every graph store that is there: p50, p95 and slowest over seeded
 * queries of each kind, after a tenth of them to warm up.
 *
 *     node --import tsx perf/graph.ts [--corpus FOLDER] [--queries 500] [--cache FOLDER]
 *
 * The default corpus is the synthetic telecom one at the study's size; its snapshot is built in `--cache` or found there.
 * Cypher that names a label or a relationship which the corpus lacks is left out by name. Neo4j takes part when SCOPEBENCH_NEO4J_URL, _USER and _PASSWORD name a server (scripts/services.ts), whose database is wiped.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { STUDY_LIMITS } from "../agent/contract/limits.ts";
import { guardCypher } from "../agent/guards/cypher/guard.ts";
import { GuardRefusal } from "../agent/guards/refusal.ts";
import { graphImpact } from "../agent/tools/graph-impact.ts";
import { traceCoverage } from "../agent/tools/trace-coverage.ts";
import type { ToolContext } from "../agent/turns/tool-context.ts";
import { cacheDirectoryOf } from "../base/cache-directory.ts";
import { makeRandom, pick } from "../base/random.ts";
import { neo4jGraph } from "../db/graph/neo4j.ts";
import { projectGraph } from "../db/ingest/sync-graph.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import { type GraphPort, QueryTimeout, type Substrate } from "../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { loadCorpus } from "../import/load.ts";

const { values: flags } = parseArgs({
  options: {
    corpus: { type: "string" },
    queries: { type: "string", default: "500" },
    cache: { type: "string", default: cacheDirectoryOf(process.env) },
  },
});
const count = Number(flags.queries);
const HOPS = [1, 2, 3, 4];

await main();

async function main(): Promise<void> {
  const options = substrateOptionsSchema.parse({ cacheDirectory: flags.cache });
  const corpus = await loadCorpus(
    flags.corpus === undefined ? { type: "telecom", seed: 7 } : { type: "folder", path: flags.corpus },
  );
  const manifest = await buildSubstrate(corpus, options);
  const substrate = await openSubstrate(manifest.snapshot_hash, options);
  const neo4j = await loadNeo4j(substrate);
  try {
    console.log(
      `${"kind".padEnd(40)}    p50     p95     max   (ms; ${count} queries; load ${loadavg()[0]!.toFixed(1)})`,
    );
    const ids = await sampleIds(substrate);
    for (const graph of neo4j ? [substrate.graph, neo4j] : [substrate.graph])
      for (const [name, query] of await kindsOf(graph)) await measure(`${graph.dialect}: ${name}`, ids, query);
    for (const [name, query] of toolsOf(substrate)) await measure(name, ids, query);
  } finally {
    await neo4j?.close();
    await substrate.close();
  }
}

async function loadNeo4j({ sql }: Substrate): Promise<GraphPort | null> {
  const { SCOPEBENCH_NEO4J_URL: url, SCOPEBENCH_NEO4J_USER: user, SCOPEBENCH_NEO4J_PASSWORD: password } = process.env;
  if (!url || !user || !password) return null;
  const neo4j = await neo4jGraph({ url, user, password });
  const { nodes, edges } = projectGraph(sql);
  const started = performance.now();
  const counts = await neo4j.replaceAll(nodes, edges);
  const seconds = (performance.now() - started) / 1000;
  console.log(`Neo4j: ${counts.nodes} nodes and ${counts.edges} relationships loaded in ${seconds.toFixed(1)} s`);
  return neo4j;
}

async function sampleIds({ sql }: Substrate): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT backlog_item_id AS id FROM canon.backlog_item ORDER BY backlog_item_id COLLATE "C"`,
  );
  const random = makeRandom("graph times", 1);
  return Array.from({ length: count }, () => pick(random, rows).id);
}

type Query = (id: string) => Promise<unknown>;

async function kindsOf(graph: GraphPort): Promise<[string, Query][]> {
  const schema = await graph.schema();
  const { graphDepthMax: maxDepth, cypherRowCap: maxRows, cypherTimeoutMs: timeoutMs } = STUDY_LIMITS;
  const cypher = (query: (id: string) => string) => async (id: string) => {
    const { dialect } = graph;
    const { columns, parameters, ...guarded } = guardCypher(query(id), { dialect, schema, maxDepth, maxRows });
    return graph.cypher(guarded.cypher, { columns, parameters, timeoutMs });
  };
  return [
    ...HOPS.map((depth): [string, Query] => [
      `neighbourhood, ${depth}`,
      (id) => graph.neighbourhood(id, { depth, limit: 200, timeoutMs }),
    ]),
    ...cypherQueries().map(([name, query]): [string, Query] => [`Cypher, ${name}`, cypher(query)]),
  ];
}

function cypherQueries(): [string, (id: string) => string][] {
  return [
    ["1 hop", (id) => `MATCH (b {id: '${id}'})<-[:REFERENCES]-(t:TestCase) RETURN t.id`],
    ["2 hops", (id) => `MATCH (b {id: '${id}'})<-[:REFERENCES]-(t)-[:COVERS_MESSAGE]->(m) RETURN DISTINCT m.id`],
    [
      "3 hops",
      (id) =>
        `MATCH (b {id: '${id}'})<-[:REFERENCES]-(t)-[:COVERS_MESSAGE]->(m:Message)-[:BELONGS_TO]->(p) RETURN DISTINCT p.id`,
    ],
    ["path *1..2, then 1", (id) => path(id, 2)],
    ["path *1..3, then 1", (id) => path(id, 3)],
  ];
}

function path(id: string, hops: number): string {
  return `MATCH (b:BacklogItem {id: '${id}'})-[:CONTAINS*1..${hops}]->(c:BacklogItem)<-[:REFERENCES]-(t:TestCase) RETURN DISTINCT t.id`;
}

/** These two ask the relational store, on either stack. */
function toolsOf(substrate: Substrate): [string, Query][] {
  const context = { substrate, limits: STUDY_LIMITS } as ToolContext;
  return HOPS.flatMap((depth): [string, Query][] => [
    [`graph_impact, ${depth}`, (id) => graphImpact.run({ id, depth, limit: 50, offset: 0 }, context)],
    [
      `trace_coverage, ${depth}`,
      (id) => traceCoverage.run({ ids: [id], depth, only_uncovered: false, limit: 50 }, context),
    ],
  ]);
}

async function measure(name: string, ids: readonly string[], query: Query): Promise<void> {
  const reason = await query(ids[0]!).then(
    () => null,
    (error: unknown) => (error instanceof GuardRefusal ? error.code : null),
  );
  if (reason !== null) return console.log(`${name.padEnd(40)} left out: ${reason}, the corpus has no such thing`);
  for (const id of ids.slice(0, Math.ceil(count / 10))) await timed(query, id);
  const times: number[] = [];
  for (const id of ids) times.push(await timed(query, id));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  console.log(
    `${name.padEnd(40)}${[at(0.5), at(0.95), times.at(-1)!].map((ms) => ms.toFixed(1).padStart(8)).join("")}`,
  );
}

/** A query that runs out of its time counts with it. */
async function timed(query: Query, id: string): Promise<number> {
  const started = performance.now();
  await query(id).catch((error: unknown) => {
    if (!(error instanceof QueryTimeout)) throw error;
  });
  return performance.now() - started;
}
