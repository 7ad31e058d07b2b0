/**
 * What an ingest costs (processor time, wall time, peak memory), then query times: p50, p95 and slowest over 500 seeded queries of
 * each kind, after a tenth of them to warm up. Processor time is this process' (on the embedded stack all of it, on a server the
 * client's part), which other load does not change.
 *
 *     node --import tsx perf/queries.ts [--corpus FOLDER] [--bm25 portable] [--vector-index hnsw] [--queries 500] [--cache FOLDER]
 *       [--database postgres] [--graph neo4j]   the servers that SCOPEBENCH_POSTGRES_URL and SCOPEBENCH_NEO4J_* name (scripts/services.ts starts them)
 *
 * The default corpus is the synthetic telecom one at the study's size. Queries are names of entities and runs of words
 * from their texts, half each. The snapshot is built in `--cache` (default: a temporary folder) or found there.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { STUDY_LIMITS } from "../agent/contract/limits.ts";
import { guardSql } from "../agent/guards/sql/guard.ts";
import { identifierLookup } from "../agent/tools/identifier-lookup.ts";
import { factsOf } from "../agent/tools/substrate-facts.ts";
import type { ToolContext } from "../agent/turns/tool-context.ts";
import { makeRandom, randomInteger } from "../base/random.ts";
import { type SubstrateOptions, substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { Row, Substrate } from "../db/ports/ports.ts";
import type { SubstrateManifest } from "../db/ports/substrate-manifest.ts";
import { detectBm25 } from "../db/snapshots/detect-bm25.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { keepHeapSmall } from "../harness/record/engine/thrifty-heap.ts";
import { streamCorpus } from "../import/load.ts";

// As the command does.
keepHeapSmall();

const { values: flags } = parseArgs({
  options: {
    corpus: { type: "string" },
    bm25: { type: "string" },
    "vector-index": { type: "string" },
    queries: { type: "string", default: "500" },
    cache: { type: "string" },
    database: { type: "string", default: "embedded" },
    graph: { type: "string", default: "age" },
  },
});
const count = Number(flags.queries);
const temporary = flags.cache === undefined ? await mkdtemp(join(tmpdir(), "scopebench-perf-")) : null;
try {
  await main(flags.cache ?? temporary!);
} finally {
  if (temporary !== null) await rm(temporary, { recursive: true });
}

async function main(cacheDirectory: string): Promise<void> {
  const chosen = substrateOptionsSchema.parse({
    cacheDirectory,
    vectorIndex: flags["vector-index"],
    database: { type: flags.database },
    graph: { type: flags.graph },
  });
  const bm25 = flags.bm25 ?? (await detectBm25(chosen, process.env)).name;
  const options = substrateOptionsSchema.parse({ ...chosen, bm25 });
  const manifest = await ingestAndTell(options);
  const substrate = await openSubstrate(manifest.snapshot_hash, options, { environment: process.env });
  try {
    const kinds = kindsOf(substrate, await sampleQueries(substrate));
    console.log(`${"kind".padEnd(24)}    p50     p95     max     cpu  hits   (ms; ${count} queries; load ${load()})`);
    for (const [name, query] of Object.entries(kinds)) await measure(name, query);
  } finally {
    await substrate.close();
  }
}

async function ingestAndTell(options: SubstrateOptions): Promise<SubstrateManifest> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const corpus = await streamCorpus(
    flags.corpus === undefined ? { type: "telecom", seed: 7 } : { type: "folder", path: flags.corpus },
  );
  const manifest = await buildSubstrate(corpus, options, { progress: stepTimes(), environment: process.env });
  const { user, system } = process.cpuUsage(before);
  const wall = (performance.now() - startedAt) / 1000;
  console.log(JSON.stringify({ ...manifest.back_ends, ...manifest.counts }));
  console.log(
    `ingest ${((user + system) / 1e6).toFixed(1)} s processor, ${wall.toFixed(1)} s wall, ${(manifest.counts.test_cases / wall).toFixed(0)} tests/s, peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB, load ${load()}`,
  );
  return manifest;
}

/** Prints how long each step of a build took, as far as its progress tells. */
function stepTimes(): (step: string) => void {
  let [current, since] = ["start", performance.now()];
  return (step) => {
    if (step === current) return;
    console.log(`${current.padEnd(12)} ${((performance.now() - since) / 1000).toFixed(1)} s`);
    [current, since] = [step, performance.now()];
  };
}

interface Sample extends Row {
  id: string;
  text: string;
}

async function sampleQueries({ sql }: Substrate): Promise<Sample[]> {
  const { rows } = await sql.query<Sample & { body: string }>(
    `SELECT entity_id AS id, title AS text, left(body, 2000) AS body FROM rag.chunk
     WHERE entity_type IN ('test_case', 'backlog_item') ORDER BY md5(chunk_id::text), chunk_id LIMIT $1`,
    [count],
  );
  const random = makeRandom("perf/queries");
  return rows.map(({ id, text, body }, at) => {
    const words = body.split(/\s+/);
    const start = randomInteger(random, Math.max(1, words.length - 8));
    return { id, text: (at % 2 === 0 ? text : words.slice(start, start + 8).join(" ")).slice(0, 1000) || text };
  });
}

type Query = (at: number) => Promise<number>;

function kindsOf(substrate: Substrate, samples: readonly Sample[]): Record<string, Query> {
  const { search, sql } = substrate;
  const sample = (at: number) => samples[at % samples.length]!;
  const words = (at: number) => sample(at).text.replace(/[()"]/g, " ").split(/\s+/).filter(Boolean);
  const found = async (hits: Promise<readonly unknown[]>) => (await hits).length;
  const context = { substrate, limits: STUDY_LIMITS } as unknown as ToolContext;
  return {
    "BM25, 50": (at) => found(search.keyword(sample(at).text, { limit: 50 })),
    "BM25, 50 test cases": (at) =>
      found(search.keyword(sample(at).text, { limit: 50, filter: { types: ["test_case"] } })),
    "BM25, AND of 3": (at) => found(search.keyword(words(at).slice(0, 3).join(" AND "), { limit: 50 })),
    "BM25, phrase of 2": (at) => found(search.keyword(`"${words(at).slice(0, 2).join(" ")}"`, { limit: 50 })),
    "vector, 50": (at) => found(search.vector(sample(at).text, { limit: 50 })),
    "hybrid, 50 of 100 + 100": (at) => found(search.hybrid(sample(at).text, { limit: 50, pool: 100, k: 60 })),
    "hybrid, 50 test cases": (at) =>
      found(search.hybrid(sample(at).text, { limit: 50, pool: 100, k: 60, filter: { types: ["test_case"] } })),
    "guarded SQL": async (at) => {
      const query = `SELECT t.test_case_id, t.name FROM canon.test_case t JOIN core.trace_link l USING (test_case_id)
        WHERE l.reference_id = '${sample(at).id.replaceAll("'", "''")}' ORDER BY 1`;
      const { sql: text } = await guardSql(query, { relations: await factsOf(substrate).relations(), maxRows: 51 });
      return found(sql.query(text, [], { role: "agent_readonly", timeoutMs: 4000 }).then(({ rows }) => rows));
    },
    "identifier lookup": async (at) => {
      const output = await identifierLookup.run({ ids: [sample(at).id] }, context);
      return output.type === "rows" ? output.rows.length : 0;
    },
  };
}

async function measure(name: string, query: Query): Promise<void> {
  for (let at = 0; at < count / 10; at++) await query(at);
  const durations: number[] = [];
  let hits = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now();
    hits += await query(at);
    durations.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = ((user + system) / 1000 / count).toFixed(1).padStart(7);
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.min(count - 1, Math.floor(share * count))]!.toFixed(1).padStart(7);
  console.log(`${name.padEnd(24)}${at(0.5)} ${at(0.95)} ${at(1)} ${cpu} ${(hits / count).toFixed(0).padStart(5)}`);
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");
}
