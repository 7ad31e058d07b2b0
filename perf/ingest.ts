/**
 * Times the ingest of the study's corpus: from nothing, the same again, one changed test case; each step, and below it the
 * floor: what the database alone takes for the same rows, written bare into fresh tables, and for its indexes.
 * `node --import tsx perf/ingest.ts [scale]`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { makeCorpus } from "../db/corpora/make-corpus.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { readIngestStatus } from "../db/ingest/status.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { Corpus } from "../db/ports/corpus.ts";
import type { Row, SqlPort } from "../db/ports/ports.ts";
import { bulkInsert } from "../db/postgres/bulk-insert.ts";
import { ingestCorpus, openSubstrate } from "../db/substrate.ts";

const scale = Number(process.argv[2] ?? 1);
const cacheDirectory = await mkdtemp(join(tmpdir(), "scopebench-perf-"));
const options = substrateOptionsSchema.parse({ cacheDirectory });
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
const corpus = await timed("generate the corpus", async () => generateTelecomCorpus({ seed: 7, scale }));
await ingestAndTell("from nothing", corpus);
await timed("unchanged", () => ingestCorpus(corpus, options));
await ingestAndTell("one changed test case", withOneChange(corpus));
await rm(cacheDirectory, { recursive: true });
console.log(`load ${loadavg()[0]!.toFixed(1)}, peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

async function ingestAndTell(name: string, next: Corpus): Promise<void> {
  const { manifest } = await timed(name, () => ingestCorpus(next, options));
  const { sql, close } = await openSubstrate(manifest.snapshot_hash, options);
  const [run] = (await readIngestStatus(sql)).runs;
  for (const { step, duration_ms: durationMs, written } of run!.steps) {
    const rows = Object.values(written).reduce(
      (sum, counts) => sum + counts.inserted + counts.updated + counts.deleted,
      0,
    );
    console.log(`  ${step.padEnd(26)} ${String(durationMs).padStart(7)} ms   ${rows} rows`);
  }
  if (manifest.lineage.mode === "fresh") await tellFloor(sql);
  await close();
}

/** The rows as they are, into copies of their tables without keys or checks; then what the indexes take by themselves. */
async function tellFloor(sql: SqlPort): Promise<void> {
  const { rows } = await sql.query<Row & { name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('raw', 'canon', 'proc', 'kb', 'rag', 'core', 'enrichment', 'scope') ORDER BY 1`,
  );
  const content: { name: string; rows: Row[] }[] = [];
  for (const { name } of rows) {
    const { rows: all } = await sql.query(`SELECT row_to_json(t)::text AS row FROM ONLY ${name} t`);
    content.push({ name, rows: all.map((row) => JSON.parse(String(row.row)) as Row) });
  }
  const own = content.filter(({ name }) => !name.startsWith("scope."));
  await timed("  floor: bare inserts", async () => {
    for (const { name, rows: all } of own) {
      await sql.execute(
        `DROP TABLE IF EXISTS public.floor; CREATE TABLE public.floor AS SELECT * FROM ${name} LIMIT 0`,
      );
      await bulkInsert(sql, { table: "public.floor", rows: all });
    }
  });
  await timed("  floor: indexes", async () => {
    for (const { name } of own) await sql.execute(`REINDEX TABLE ${name}`);
  });
}

function withOneChange({ mapping, artifacts, links, notes }: Corpus): Corpus {
  const at = artifacts.findIndex(({ type }) => mapping.artifactTypes[type]?.role === "test_case");
  const changed = artifacts.map((artifact, index) =>
    index === at ? { ...artifact, text: `${artifact.text} One more sentence.` } : artifact,
  );
  return makeCorpus({ mapping, artifacts: changed, links, notes });
}

/** Wall time, and the processor time of all threads, which other programs do not change. */
async function timed<T>(name: string, action: () => Promise<T>): Promise<T> {
  const [startedAt, usage] = [performance.now(), process.cpuUsage()];
  const result = await action();
  const { user, system } = process.cpuUsage(usage);
  const [wallMs, cpuMs] = [performance.now() - startedAt, (user + system) / 1000];
  console.log(`${name.padEnd(28)} ${wallMs.toFixed(0).padStart(7)} ms ${cpuMs.toFixed(0).padStart(7)} ms of processor`);
  return result;
}
