import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOf } from "./base/hash.ts";
import { UserError } from "./base/user-error.ts";
import type { Corpus } from "./corpora/corpus.ts";
import { fitLsa, lsaEmbedding, readLsa, writeLsa } from "./embeddings/lsa.ts";
import { openAiEmbedding } from "./embeddings/openai-compatible.ts";
import { AGE_EXTENSION_SQL, AGE_SESSION_SQL, ageGraph } from "./graph/age.ts";
import type { IngestProgress } from "./ingest/context.ts";
import { type IngestResult, ingest } from "./ingest/index.ts";
import type { EmbeddingPort, SqlPort, Substrate, SubstrateManifest } from "./ports.ts";
import { openPglite } from "./postgres/pglite.ts";
import { loadSchema } from "./schema/load.ts";
import { BM25_DIALECTS } from "./search/dialects.ts";
import { sqlSearch } from "./search/search.ts";
import {
  asEnvironmentError,
  copyFolder,
  makeScratch,
  readManifest,
  removeFolder,
  SNAPSHOT_PATHS,
  snapshotFolder,
} from "./substrate-files.ts";
import type { EmbeddingOptions, SubstrateOptions } from "./substrate-options.ts";

/** Bump when the same corpus and options would give other content (a test compares a digest of the content). */
const CONTENT_VERSION = 1;

export interface SubstrateEffects {
  progress?: IngestProgress;
  /** Milliseconds since 1970; tests give their own. */
  now?: () => number;
  /** Where keys are looked up by name. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** The folder of the finished snapshot of a corpus under these options, null when it has not been built. */
export async function findSnapshot(corpus: Corpus, options: SubstrateOptions): Promise<string | null> {
  const folder = snapshotFolder(options.cacheDirectory, await snapshotHashOf(corpus, options));
  return (await readManifest(folder)) ? folder : null;
}

/**
 * Builds the snapshot of a corpus, or finds it built. It appears under its final name as a whole, by a rename, so a build
 * that fails or is killed leaves nothing that looks finished, and of two builders at once the first one's stays.
 */
export async function buildSubstrate(
  corpus: Corpus,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest> {
  try {
    const folder = snapshotFolder(options.cacheDirectory, await snapshotHashOf(corpus, options));
    return (await readManifest(folder)) ?? (await buildInto(folder, corpus, options, effects));
  } catch (error) {
    throw asEnvironmentError(error, options.cacheDirectory);
  }
}

/** Opens a private copy of a snapshot: nothing that happens to it reaches the snapshot or another process. */
export async function openSubstrate(
  folder: string,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<Substrate> {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new UserError("substrate", `${folder}: expected a finished substrate snapshot, found none`, {
      hint: "build it with `scopebench ingest`",
    });
  try {
    const scratch = await makeScratch(options.cacheDirectory);
    return await openIn(scratch, { folder, manifest, options, effects });
  } catch (error) {
    throw asEnvironmentError(error, options.cacheDirectory);
  }
}

interface Opening {
  folder: string;
  manifest: SubstrateManifest;
  options: SubstrateOptions;
  effects: SubstrateEffects;
}

async function openIn(scratch: string, { folder, manifest, options, effects }: Opening): Promise<Substrate> {
  try {
    const embedding = await embeddingOf(folder, options.embedding, effects);
    await copyFolder(join(folder, SNAPSHOT_PATHS.database), join(scratch, SNAPSHOT_PATHS.database));
    return assembled({ manifest, sql: await openCopy(folder, scratch, options), embedding, options, scratch });
  } catch (error) {
    await removeFolder(scratch);
    throw error;
  }
}

async function openCopy(folder: string, scratch: string, options: SubstrateOptions): Promise<SqlPort> {
  try {
    return await openDatabase(scratch, options);
  } catch (error) {
    const known = asEnvironmentError(error, options.cacheDirectory);
    if (known instanceof UserError) throw known;
    throw new UserError("substrate", `${folder}: the snapshot's database does not open: ${(error as Error).message}`, {
      hint: "delete the folder; the next run builds it again",
      cause: error,
    });
  }
}

function assembled(parts: {
  manifest: SubstrateManifest;
  sql: SqlPort;
  embedding: EmbeddingPort;
  options: SubstrateOptions;
  scratch: string;
}): Substrate {
  const { manifest, sql, embedding, options, scratch } = parts;
  return {
    manifest,
    sql,
    embedding,
    graph: ageGraph(sql),
    search: sqlSearch({ sql, embedding, dialect: BM25_DIALECTS[options.bm25], index: options.vectorIndex }),
    async close() {
      await sql.close();
      await removeFolder(scratch);
    },
  };
}

async function snapshotHashOf(corpus: Corpus, { embedding, vectorIndex, bm25 }: SubstrateOptions): Promise<string> {
  return hashOf({
    content: CONTENT_VERSION,
    corpus: corpus.hash,
    schema: await loadSchema(),
    embedding,
    vectorIndex,
    bm25,
  });
}

async function buildInto(
  folder: string,
  corpus: Corpus,
  options: SubstrateOptions,
  effects: SubstrateEffects,
): Promise<SubstrateManifest> {
  if (corpus.artifacts.length === 0)
    throw new UserError("corpus", `the corpus ${corpus.mapping.name} is empty: expected at least one artifact`);
  const now = effects.now ?? Date.now;
  const startedAt = now();
  const scratch = await makeScratch(options.cacheDirectory);
  try {
    const result = await fill(scratch, corpus, options, effects);
    const snapshotHash = await snapshotHashOf(corpus, options);
    const manifest = manifestOf({
      corpus,
      options,
      result,
      snapshotHash,
      builtAt: now(),
      durationMs: now() - startedAt,
    });
    await writeFile(join(scratch, SNAPSHOT_PATHS.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
    return await publish(scratch, folder, manifest);
  } finally {
    await removeFolder(scratch);
  }
}

async function fill(
  scratch: string,
  corpus: Corpus,
  options: SubstrateOptions,
  effects: SubstrateEffects,
): Promise<IngestResult> {
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
      embedding: (texts) => makeEmbedding(scratch, texts, options.embedding, effects),
      progress: effects.progress ?? (() => undefined),
    });
    await sql.execute("CHECKPOINT");
    return result;
  } finally {
    await sql.close();
  }
}

function openDatabase(scratch: string, options: SubstrateOptions): Promise<SqlPort> {
  // HNSW looks at 40 candidates unless told; searches here ask for up to several hundred.
  const hnsw =
    options.vectorIndex === "hnsw" ? "SET hnsw.ef_search = 400; SET hnsw.iterative_scan = strict_order;" : "";
  return openPglite({ folder: join(scratch, SNAPSHOT_PATHS.database), sessionSql: `${AGE_SESSION_SQL} ${hnsw}` });
}

async function makeEmbedding(
  folder: string,
  texts: readonly string[],
  options: EmbeddingOptions,
  effects: SubstrateEffects,
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, effects.environment ?? {});
  const model = fitLsa(texts, options);
  await writeLsa(join(folder, SNAPSHOT_PATHS.embedding), model);
  return lsaEmbedding(model);
}

async function embeddingOf(
  folder: string,
  options: EmbeddingOptions,
  effects: SubstrateEffects,
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, effects.environment ?? {});
  return lsaEmbedding(await readLsa(join(folder, SNAPSHOT_PATHS.embedding)));
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

function manifestOf(parts: {
  corpus: Corpus;
  options: SubstrateOptions;
  result: IngestResult;
  snapshotHash: string;
  builtAt: number;
  durationMs: number;
}): SubstrateManifest {
  const { corpus, options, result } = parts;
  return {
    version: 1,
    corpusHash: corpus.hash,
    snapshotHash: parts.snapshotHash,
    mapping: corpus.mapping,
    backEnds: {
      postgres: "pglite",
      graph: "age",
      bm25: options.bm25,
      vectorIndex: options.vectorIndex,
      embedding: result.embedding.id,
      dimensions: result.embedding.dimensions,
    },
    counts: result.counts,
    ingestRunId: result.ingestRunId,
    builtAt: new Date(parts.builtAt).toISOString(),
    durationMs: parts.durationMs,
    notes: corpus.notes,
  };
}
