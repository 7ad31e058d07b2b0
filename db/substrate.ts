import type { Environment } from "./base/environment.ts";
import { canonicalJson, hashOf } from "./base/hash.ts";
import { UserError } from "./base/user-error.ts";
import type { Corpus } from "./corpora/corpus.ts";
import { embeddingIdentity } from "./embeddings/identity.ts";
import { storedEmbedding } from "./embeddings/open.ts";
import type { CorpusEnrichment } from "./enrichment/enrich-corpus.ts";
import { openGraph } from "./graph/open.ts";
import type { IngestProgress } from "./ingest/context.ts";
import type { Substrate, SubstrateManifest } from "./ports.ts";
import { loadSchema } from "./schema/load.ts";
import { bm25Dialect } from "./search/dialects.ts";
import { sqlSearch } from "./search/search.ts";
import { openStore } from "./snapshots/open-store.ts";
import type { SnapshotStore } from "./snapshots/store.ts";
import { buildSnapshot } from "./substrate-build.ts";
import type { SubstrateOptions } from "./substrate-options.ts";

/** Bump when the same corpus and options would give other content (a test compares a digest of the content). */
const CONTENT_VERSION = 1;

export interface SubstrateEffects {
  progress?: IngestProgress;
  /** Milliseconds since 1970; tests give their own. */
  now?: () => number;
  environment?: Environment;
  /** What a language model said about the corpus; part of the snapshot. */
  enrichment?: CorpusEnrichment | null;
  /** Told what takes long and was not asked for, such as loading a graph store. */
  log?: (message: string) => void;
}

/** The manifest of the finished snapshot of a corpus under these options, null when it has not been built. */
export async function findSnapshot(
  corpus: Corpus,
  options: SubstrateOptions,
  { environment = {}, enrichment = null }: SubstrateEffects = {},
): Promise<SubstrateManifest | null> {
  return openStore(options, environment).find(await snapshotHashOf(corpus, options, enrichment));
}

/**
 * Builds the snapshot of a corpus, or finds it built. It appears under its final name as a whole, so a build that fails
 * or is killed leaves nothing that looks finished, and of two builders at once the first one's stays.
 * Throws a UserError: `corpus` when it is empty, `environment` when its place can't be written.
 */
export async function buildSubstrate(
  corpus: Corpus,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest> {
  if (corpus.artifacts.length === 0)
    throw new UserError("corpus", `the corpus ${corpus.mapping.name} is empty: expected at least one artifact`);
  const { progress = () => undefined, now = Date.now, environment = {}, enrichment = null } = effects;
  const snapshotHash = await snapshotHashOf(corpus, options, enrichment);
  const store = openStore(options, environment);
  try {
    const built = await store.find(snapshotHash);
    if (built) return built;
    return await buildSnapshot({ store, corpus, options, enrichment, snapshotHash, progress, now, environment });
  } catch (error) {
    throw store.explain(error);
  }
}

/**
 * Opens a finished snapshot: nothing that happens to it reaches another opening. `options` are those that it was built
 * with. Throws a UserError: `substrate` without a usable snapshot, `environment` as above.
 */
export async function openSubstrate(
  snapshotHash: string,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<Substrate> {
  const { environment = {}, log = () => undefined } = effects;
  const store = openStore(options, environment);
  try {
    const manifest = await store.find(snapshotHash);
    if (!manifest)
      throw new UserError("substrate", `expected a finished snapshot ${snapshotHash}, found none`, {
        hint: "build it with `scopebench ingest`",
      });
    checkOptions(manifest, options);
    return await open(store, { manifest, options, environment, log });
  } catch (error) {
    throw store.explain(error);
  }
}

function checkOptions(
  { backEnds, search, snapshotHash }: SubstrateManifest,
  { bm25, vectorIndex, embedding, search: wantedSearch }: SubstrateOptions,
): void {
  const pairs: [part: string, wanted: unknown, built: unknown][] = [
    ["bm25", bm25, backEnds.bm25],
    ["vectorIndex", vectorIndex, backEnds.vectorIndex],
    ["dimensions", embedding.dimensions ?? backEnds.dimensions, backEnds.dimensions],
    ["search", wantedSearch, search],
  ];
  const problems = pairs
    .map(([part, wanted, built]) => [part, canonicalJson(wanted), canonicalJson(built)])
    .filter(([, wanted, built]) => wanted !== built)
    .map(([part, wanted, built]) => `${part}: the options say ${wanted}, the snapshot was built with ${built}`);
  if (problems.length > 0)
    throw new UserError("substrate", `the snapshot ${snapshotHash} was built with other options`, { problems });
}

async function snapshotHashOf(
  corpus: Corpus,
  { embedding, vectorIndex, hnsw, bm25, search }: SubstrateOptions,
  enrichment: CorpusEnrichment | null,
): Promise<string> {
  return hashOf({
    content: CONTENT_VERSION,
    corpus: corpus.hash,
    schema: await loadSchema(),
    embedding: await embeddingIdentity(embedding),
    vectorIndex,
    hnsw: vectorIndex === "hnsw" ? hnsw : null,
    bm25,
    search,
    enrichment: enrichment && [enrichment.model, ...enrichment.values],
  });
}

interface Opening {
  manifest: SubstrateManifest;
  options: SubstrateOptions;
  environment: Environment;
  log(message: string): void;
}

async function open(store: SnapshotStore, { manifest, options, environment, log }: Opening): Promise<Substrate> {
  const snapshot = await store.open(manifest);
  const { sql } = snapshot;
  try {
    const embedding = await storedEmbedding(
      { sql, options: options.embedding, environment },
      { id: manifest.backEnds.embedding, dimensions: manifest.backEnds.dimensions },
    );
    const { bm25, search: analysis, vectorIndex: index } = options;
    const search = sqlSearch({ sql, embedding, dialect: bm25Dialect(bm25, options.search), analysis, index });
    const graph = await openGraph({ snapshot, manifest, options, environment, log });
    const close = async (): Promise<void> => {
      await graph.close().finally(() => snapshot.close());
    };
    return {
      manifest: { ...manifest, backEnds: { ...manifest.backEnds, graph: graph.backEnd } },
      sql,
      graph,
      embedding,
      search,
      close,
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
