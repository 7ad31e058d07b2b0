import { join } from "node:path";
import { hashOf } from "./base/hash.ts";
import { UserError } from "./base/user-error.ts";
import type { Corpus } from "./corpora/corpus.ts";
import { ageGraph } from "./graph/age.ts";
import type { IngestProgress } from "./ingest/context.ts";
import type { SqlPort, Substrate, SubstrateManifest } from "./ports.ts";
import { loadSchema } from "./schema/load.ts";
import { BM25_DIALECTS } from "./search/dialects.ts";
import { sqlSearch } from "./search/search.ts";
import { buildSnapshot } from "./substrate-build.ts";
import {
  asEnvironmentError,
  copyFolder,
  makeScratch,
  readManifest,
  removeFolder,
  SNAPSHOT_PATHS,
  snapshotFolder,
} from "./substrate-files.ts";
import type { SubstrateOptions } from "./substrate-options.ts";
import { type Environment, openDatabase, storedEmbedding } from "./substrate-parts.ts";

/** Bump when the same corpus and options would give other content (a test compares a digest of the content). */
const CONTENT_VERSION = 1;

export interface SubstrateEffects {
  progress?: IngestProgress;
  /** Milliseconds since 1970; tests give their own. */
  now?: () => number;
  environment?: Environment;
}

/** The folder of the finished snapshot of a corpus under these options, null when it has not been built. */
export async function findSnapshot(corpus: Corpus, options: SubstrateOptions): Promise<string | null> {
  const folder = snapshotFolder(options.cacheDirectory, await snapshotHashOf(corpus, options));
  return (await readManifest(folder)) ? folder : null;
}

/**
 * Builds the snapshot of a corpus, or finds it built. It appears under its final name as a whole, by a rename, so a build
 * that fails or is killed leaves nothing that looks finished, and of two builders at once the first one's stays.
 * Throws a UserError: `corpus` when it is empty, `environment` when the cache folder can't be written.
 */
export async function buildSubstrate(
  corpus: Corpus,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest> {
  if (corpus.artifacts.length === 0)
    throw new UserError("corpus", `the corpus ${corpus.mapping.name} is empty: expected at least one artifact`);
  const snapshotHash = await snapshotHashOf(corpus, options);
  const { progress = () => undefined, now = Date.now, environment = {} } = effects;
  try {
    const built = await readManifest(snapshotFolder(options.cacheDirectory, snapshotHash));
    return built ?? (await buildSnapshot({ corpus, options, snapshotHash, progress, now, environment }));
  } catch (error) {
    throw asEnvironmentError(error, options.cacheDirectory);
  }
}

/**
 * Opens a private copy of a snapshot: nothing that happens to it reaches the snapshot or another process. `options` are
 * those that it was built with. Throws a UserError: `substrate` without a usable snapshot, `environment` as above.
 */
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
  checkOptions(folder, manifest, options);
  try {
    const scratch = await makeScratch(options.cacheDirectory);
    return await openIn(scratch, { folder, manifest, options, environment: effects.environment ?? {} });
  } catch (error) {
    throw asEnvironmentError(error, options.cacheDirectory);
  }
}

function checkOptions(
  folder: string,
  { backEnds }: SubstrateManifest,
  { bm25, vectorIndex, embedding }: SubstrateOptions,
): void {
  const wanted = { bm25, vectorIndex, dimensions: embedding.dimensions };
  const problems = Object.entries(wanted)
    .filter(([part, value]) => backEnds[part as keyof typeof wanted] !== value)
    .map(
      ([part, value]) =>
        `${part}: the options say ${value}, the snapshot was built with ${backEnds[part as keyof typeof wanted]}`,
    );
  if (problems.length > 0) throw new UserError("substrate", `${folder}: built with other options`, { problems });
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

interface Opening {
  folder: string;
  manifest: SubstrateManifest;
  options: SubstrateOptions;
  environment: Environment;
}

async function openIn(scratch: string, { folder, manifest, options, environment }: Opening): Promise<Substrate> {
  try {
    const embedding = await storedEmbedding(folder, options.embedding, environment);
    await copyFolder(join(folder, SNAPSHOT_PATHS.database), join(scratch, SNAPSHOT_PATHS.database));
    const sql = await openCopy(folder, scratch, options);
    const search = sqlSearch({ sql, embedding, dialect: BM25_DIALECTS[options.bm25], index: options.vectorIndex });
    return { manifest, sql, embedding, graph: ageGraph(sql), search, close: () => closeCopy(sql, scratch) };
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

async function closeCopy(sql: SqlPort, scratch: string): Promise<void> {
  try {
    await sql.close();
  } finally {
    await removeFolder(scratch);
  }
}
