/**
 * HNSW against exact search on the synthetic telecom corpus: time to build, recall@10 over 200 titles, p50 and p95 of a
 * search for 50, by the index' parameters. `node --import tsx perf/hnsw.ts [--corpus FOLDER] [--cache FOLDER]` (several minutes)
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { Substrate } from "../db/ports/ports.ts";
import type { HnswOptions } from "../db/ports/substrate-manifest.ts";
import { hnswIndexSql, hnswSessionSql, measureHnswRecall } from "../db/search/hnsw.ts";
import { vectorSearch } from "../db/search/vector.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { loadCorpus } from "../import/load.ts";

const GRID = [
  { m: 8, efConstruction: 32 },
  { m: 16, efConstruction: 64 },
  { m: 24, efConstruction: 128 },
  { m: 32, efConstruction: 200 },
];
const EF_SEARCH = [40, 100, 200, 400];

const { values: flags } = parseArgs({ options: { corpus: { type: "string" }, cache: { type: "string" } } });
const temporary = flags.cache === undefined ? await mkdtemp(join(tmpdir(), "scopebench-perf-")) : null;
try {
  const options = substrateOptionsSchema.parse({ cacheDirectory: flags.cache ?? temporary });
  const source = flags.corpus === undefined ? ({ type: "telecom", seed: 7 } as const) : null;
  const corpus = await loadCorpus(source ?? { type: "folder", path: flags.corpus! });
  const { snapshot_hash: snapshotHash } = await buildSubstrate(corpus, options);
  const substrate = await openSubstrate(snapshotHash, options);
  try {
    await measureGrid(substrate);
  } finally {
    await substrate.close();
  }
} finally {
  if (temporary !== null) await rm(temporary, { recursive: true });
}

async function measureGrid(substrate: Substrate): Promise<void> {
  const { sql, embedding } = substrate;
  const titles = await sampleTitles(substrate);
  console.log(`load ${loadavg().map((value) => value.toFixed(1))}; exact: ${await times(substrate, "exact", titles)}`);
  console.log("  m  ef_construction  build s  ef_search  recall@10  search for 50");
  for (const built of GRID) {
    await sql.execute("DROP INDEX IF EXISTS rag.chunk_embedding_hnsw");
    const startedAt = performance.now();
    await sql.execute(`${hnswIndexSql({ ...built, efSearch: 40 })}; ANALYZE rag.chunk_embedding`);
    const seconds = (performance.now() - startedAt) / 1000;
    for (const efSearch of EF_SEARCH) {
      const hnsw: HnswOptions = { ...built, efSearch };
      await sql.execute(hnswSessionSql(hnsw));
      const { recall_at10, index_used } = await measureHnswRecall(sql, { embedding, hnsw });
      const row = [hnsw.m, hnsw.efConstruction, seconds.toFixed(1), efSearch, recall_at10.toFixed(4)];
      const timing = await times(substrate, "hnsw", titles);
      console.log(
        `${row.map((cell) => String(cell).padStart(9)).join(" ")}  ${timing}${index_used ? "" : " (not used)"}`,
      );
    }
  }
}

async function sampleTitles({ sql }: Substrate): Promise<string[]> {
  const { rows } = await sql.query<{ title: string }>(
    "SELECT title FROM rag.chunk ORDER BY md5(chunk_id::text) LIMIT 200",
  );
  return rows.map((row) => row.title);
}

async function times(
  { sql, embedding }: Substrate,
  index: "exact" | "hnsw",
  titles: readonly string[],
): Promise<string> {
  const durations: number[] = [];
  for (const title of titles) {
    const startedAt = performance.now();
    await vectorSearch({ sql, embedding, index }, title, { limit: 50 });
    durations.push(performance.now() - startedAt);
  }
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(share * durations.length)]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
