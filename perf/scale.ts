/**
 * Ingest of a large made-up corpus into a PostgreSQL server (portable BM25, graph rows counted, not loaded): rows a second of
 * each step, memory, size, query times; and what a million test cases would take if each step stayed linear.
 *
 *     eval "$(node --import tsx scripts/services.ts start postgres)"
 *     node --max-old-space-size=8192 --import tsx perf/scale.ts [--tests 100000] [--queries 100] [--vector-index hnsw]
 *
 * The test cases are copies of the telecom generator's (11,366), each with its own id and three words drawn anew, so that
 * the vocabulary and the lengths stay those of the study's size while every text is another.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { makeRandom, pick } from "../base/random.ts";
import { makeCorpus } from "../db/corpora/make-corpus.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import type { Artifact, Corpus, Link } from "../db/corpus.ts";
import { storedEmbedding } from "../db/embeddings/open.ts";
import type { SearchPort, SqlPort } from "../db/ports.ts";
import { bm25Dialect } from "../db/search/dialects.ts";
import { sqlSearch } from "../db/search/search.ts";
import { openStore } from "../db/snapshots/open-store.ts";
import { buildSubstrate } from "../db/substrate.ts";
import type { SubstrateManifest } from "../db/substrate-manifest.ts";
import { type SubstrateOptions, substrateOptionsSchema } from "../db/substrate-options.ts";

const MILLION = 1_000_000;

const { values: flags } = parseArgs({
  options: {
    tests: { type: "string", default: "100000" },
    queries: { type: "string", default: "100" },
    "vector-index": { type: "string" },
  },
});
const tests = Number(flags.tests);
await main();

async function main(): Promise<void> {
  const startedAt = performance.now();
  const corpus = manyTests(tests);
  console.log(`load ${load()}`);
  console.log(
    `generated ${corpus.artifacts.length} artifacts, ${corpus.links.length} links in ${seconds(startedAt)} s`,
  );
  const options = substrateOptionsSchema.parse({
    database: { type: "postgres", prefix: "scopebench_scale" },
    bm25: "portable",
    vectorIndex: flags["vector-index"],
  });
  const manifest = await buildSubstrate(corpus, options, { environment: process.env });
  const opened = await openStore(options, process.env).open(manifest);
  try {
    await reportSteps(opened.sql, manifest);
    await reportQueries(opened.sql, await searchOn(opened.sql, { options, manifest }));
  } finally {
    await opened.close();
  }
}

function manyTests(count: number): Corpus {
  const base = generateTelecomCorpus({ seed: 7 });
  const role = (artifact: Artifact) => base.mapping.artifactTypes[artifact.type]?.role;
  const originals = base.artifacts.filter((artifact) => role(artifact) === "test_case");
  const others = base.artifacts.filter((artifact) => role(artifact) !== "test_case");
  const words = originals.flatMap((artifact) => artifact.title.split(" ")).filter((word) => word.length > 4);
  const random = makeRandom("perf/scale", count);
  const copies: Artifact[] = [];
  const copiesOf = new Map<string, string[]>();
  for (let at = 0; at < count; at++) {
    const original = originals[at % originals.length]!;
    const id = `TC-${MILLION + at}`;
    const drawn = [pick(random, words), pick(random, words), pick(random, words)].join(" ");
    copies.push({
      ...original,
      id,
      title: `${original.title} ${drawn}`,
      text: `${original.text}\n\nVariant: ${drawn}.`,
    });
    copiesOf.set(original.id, [...(copiesOf.get(original.id) ?? []), id]);
  }
  const links: Link[] = base.links.flatMap((link) => {
    const sources = originals.length > 0 && copiesOf.get(link.sourceId);
    return sources ? sources.map((sourceId) => ({ ...link, sourceId })) : [link];
  });
  const kept = new Set([...others, ...copies].map((artifact) => artifact.id));
  return makeCorpus({
    mapping: { ...base.mapping, name: `telecom-${count}` },
    artifacts: [...copies, ...others],
    links: links.filter((link) => kept.has(link.sourceId) && kept.has(link.targetId)),
    notes: [],
  });
}

async function reportSteps(sql: SqlPort, manifest: SubstrateManifest): Promise<void> {
  const { rows } = await sql.query<{ step: string; ms: number; written: Record<string, { inserted: number }> }>(
    "SELECT step, duration_ms AS ms, written FROM core.ingest_step ORDER BY finished_at",
  );
  console.log("step            seconds      rows   rows/s   1 M tests, hours");
  for (const { step, ms, written } of [...rows, { step: "whole build", ms: manifest.duration_ms, written: {} }]) {
    const count = Object.values(written).reduce((sum, { inserted }) => sum + inserted, 0);
    const hours = ((ms / 3_600_000) * MILLION) / tests;
    const cells = [(ms / 1000).toFixed(1), count || "", count ? Math.round(count / (ms / 1000)) : "", hours.toFixed(2)];
    console.log(step.padEnd(12) + cells.map((cell) => String(cell).padStart(10)).join(""));
  }
  const size = await sql.query<{ size: string }>("SELECT pg_size_pretty(pg_database_size(current_database())) AS size");
  console.log(
    `database ${size.rows[0]!.size}; this process' peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
  console.log(JSON.stringify(manifest.counts));
  if (manifest.hnsw) console.log(JSON.stringify(manifest.hnsw));
}

async function searchOn(
  sql: SqlPort,
  { options, manifest }: { options: SubstrateOptions; manifest: SubstrateManifest },
): Promise<SearchPort> {
  const built = { id: manifest.back_ends.embedding, dimensions: manifest.back_ends.dimensions };
  const embedding = await storedEmbedding({ sql, options: options.embedding, environment: {} }, built);
  const dialect = bm25Dialect(options.bm25, options.search);
  return sqlSearch({
    sql,
    embedding,
    dialect,
    analysis: options.search,
    index: options.vectorIndex,
    snapshotHash: manifest.snapshot_hash,
  });
}

async function reportQueries(sql: SqlPort, search: SearchPort): Promise<void> {
  const { rows } = await sql.query<{ title: string }>(
    "SELECT title FROM rag.chunk ORDER BY md5(chunk_id::text), chunk_id LIMIT $1",
    [Number(flags.queries)],
  );
  console.log(`queries: ${rows.length} titles, 50 hits each; load ${load()}`);
  const kinds = {
    BM25: (text: string) => search.keyword(text, { limit: 50 }),
    vector: (text: string) => search.vector(text, { limit: 50 }),
    hybrid: (text: string) => search.hybrid(text, { limit: 50, pool: 100, k: 60 }),
  };
  for (const [name, query] of Object.entries(kinds)) {
    const durations: number[] = [];
    for (const { title } of rows) {
      const startedAt = performance.now();
      await query(title);
      durations.push(performance.now() - startedAt);
    }
    durations.sort((a, b) => a - b);
    const at = (share: number) => durations[Math.floor(share * durations.length)]!.toFixed(0);
    console.log(`${name.padEnd(8)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");
}
