import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Corpus } from "./corpora/corpus.ts";
import { AGE_EXTENSION_SQL, ageGraph } from "./graph/age.ts";
import type { IngestProgress } from "./ingest/context.ts";
import { type IngestResult, ingest } from "./ingest/index.ts";
import type { SubstrateManifest } from "./ports.ts";
import { loadSchema } from "./schema/load.ts";
import { BM25_DIALECTS } from "./search/dialects.ts";
import { makeScratch, readManifest, removeFolder, SNAPSHOT_PATHS, snapshotFolder } from "./substrate-files.ts";
import type { SubstrateOptions } from "./substrate-options.ts";
import { type Environment, newEmbedding, openDatabase } from "./substrate-parts.ts";

/** What a build needs. */
export interface Build {
  corpus: Corpus;
  options: SubstrateOptions;
  snapshotHash: string;
  progress: IngestProgress;
  now: () => number;
  environment: Environment;
}

/** Builds a snapshot in scratch and renames it to its place when it is whole. */
export async function buildSnapshot(build: Build): Promise<SubstrateManifest> {
  const startedAt = build.now();
  const scratch = await makeScratch(build.options.cacheDirectory);
  try {
    const result = await fill(scratch, build);
    const manifest = manifestOf(build, result, startedAt);
    await writeFile(join(scratch, SNAPSHOT_PATHS.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
    return await publish(scratch, snapshotFolder(build.options.cacheDirectory, build.snapshotHash), manifest);
  } finally {
    await removeFolder(scratch);
  }
}

async function fill(scratch: string, { corpus, options, progress, environment }: Build): Promise<IngestResult> {
  const dialect = BM25_DIALECTS[options.bm25];
  const sql = await openDatabase(scratch, options);
  try {
    await sql.execute(`CREATE EXTENSION vector; ${AGE_EXTENSION_SQL} ${dialect.extensionSql}`);
    for (const file of await loadSchema()) await sql.execute(file.sql);
    const result = await ingest({
      corpus,
      sql,
      dialect,
      graph: ageGraph(sql),
      vectorIndex: options.vectorIndex,
      contextTokens: options.embedding.contextTokens,
      embedding: (texts) => newEmbedding({ folder: scratch, options: options.embedding, environment }, texts),
      progress,
    });
    // Every copy would do by itself what VACUUM leaves done: hint bits, visibility, statistics.
    await sql.execute("VACUUM ANALYZE");
    await sql.execute("CHECKPOINT");
    return result;
  } finally {
    await sql.close();
  }
}

/** The rename fails where another process has just published the same snapshot: then theirs is as good. */
async function publish(scratch: string, folder: string, manifest: SubstrateManifest): Promise<SubstrateManifest> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await rename(scratch, folder);
    return manifest;
  } catch (error) {
    const published = await readManifest(folder);
    if (published) return published;
    throw error;
  }
}

function manifestOf(
  { corpus, options, snapshotHash, now }: Build,
  result: IngestResult,
  startedAt: number,
): SubstrateManifest {
  const { id, dimensions } = result.embedding;
  const { bm25, vectorIndex } = options;
  return {
    version: 1,
    corpusHash: corpus.hash,
    snapshotHash,
    mapping: corpus.mapping,
    backEnds: { postgres: "pglite", graph: "age", bm25, vectorIndex, embedding: id, dimensions },
    counts: result.counts,
    ingestRunId: result.ingestRunId,
    builtAt: new Date(now()).toISOString(),
    durationMs: now() - startedAt,
    notes: corpus.notes,
  };
}
