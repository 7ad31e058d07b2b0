import { canonicalJson } from "../base/canonical-json.ts";
import type { Environment } from "../base/environment.ts";
import { Outages } from "../base/outages/outages.ts";
import { UserError } from "../base/user-error.ts";
import { storedEmbedding } from "./embeddings/open.ts";
import type { CorpusEnrichment } from "./enrichment/enrich-corpus.ts";
import type { IngestProgress } from "./ingest/context.ts";
import type { RunStatus } from "./ingest/status.ts";
import type { IngestStep } from "./ingest/steps.ts";
import { openGraph } from "./open-graph.ts";
import type { SubstrateOptions } from "./options/substrate-options.ts";
import type { StreamedCorpus } from "./ports/corpus.ts";
import type { Substrate } from "./ports/ports.ts";
import type { SubstrateManifest } from "./ports/substrate-manifest.ts";
import { bm25Dialect } from "./search/dialects.ts";
import { sqlSearch } from "./search/search.ts";
import { basisOf, type CorpusIdentity, identityOf, incrementalHash } from "./snapshots/identity.ts";
import { openStore } from "./snapshots/open-store.ts";
import { outlastingEmbedding, outlastingGraph, outlastingSql } from "./snapshots/outlasting.ts";
import { remembering } from "./snapshots/remembering.ts";
import type { SnapshotStore } from "./snapshots/store.ts";
import { type Build, buildFresh, searchFacts } from "./substrate-build.ts";
import { buildFollowing, rehearseStep } from "./substrate-follow.ts";

export interface SubstrateEffects {
  progress?: IngestProgress;
  /** Milliseconds since 1970; tests give their own. */
  now?: () => number;
  environment?: Environment;
  /** What a language model said about the corpus; part of the snapshot. */
  enrichment?: CorpusEnrichment | null;
  /** Told what takes long and was not asked for, such as loading a graph store. */
  log?: (message: string) => void;
  /** Where calls wait for lost servers. Default: one of its own. */
  outages?: Outages;
  /** The embedded database is asked each question once: for agents whose times say nothing. */
  remembers?: boolean;
}

/**
 * The manifest of the finished snapshot of a corpus under these options: the one built from nothing, else the newest
 * built by differences. Null when there is none.
 */
export async function findSnapshot(
  corpus: CorpusIdentity,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest | null> {
  const { environment = {}, enrichment = null } = effects;
  const store = openStore(options, environment, outagesOf(effects));
  try {
    const { freshHash } = await identityOf(corpus, options, enrichment);
    const fresh = await store.find(freshHash);
    if (fresh) return fresh;
    const others = await store.list();
    return others.find((other) => other.snapshot_hash === incrementalHash(freshHash, basisOf(other))) ?? null;
  } catch (error) {
    throw store.explain(error);
  }
}

/** The manifest of a finished snapshot, by its hash. Null where it is not at hand. */
export async function snapshotNamed(
  snapshotHash: string,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest | null> {
  const store = openStore(options, effects.environment ?? {}, outagesOf(effects));
  try {
    return await store.find(snapshotHash);
  } catch (error) {
    throw store.explain(error);
  }
}

/** Where there is no snapshot at all yet: begins to make what the first is built in, beside whoever reads its corpus; gives who waits for it. */
export async function readyForFirst(
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<() => Promise<void>> {
  const store = openStore(options, effects.environment ?? {}, outagesOf(effects));
  try {
    return store.ready && (await store.list()).length === 0 ? await store.ready() : async () => undefined;
  } catch (error) {
    throw store.explain(error);
  }
}

/**
 * Finds the snapshot of a corpus, or builds it from nothing. It appears under its final name as a whole, so a build that
 * fails or is killed leaves nothing that looks finished, and of two builders at once the first one's stays.
 * Throws a UserError: `corpus` when it is empty, `environment` when its place can't be written.
 */
export async function buildSubstrate(
  corpus: StreamedCorpus,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<SubstrateManifest> {
  return withStore({ corpus, options, effects }, async (build) => {
    return (
      (await findSnapshot(corpus, options, effects)) ?? buildFresh(build, "there is no snapshot of this corpus yet")
    );
  });
}

/**
 * Brings the snapshot up to date: finds the one of this corpus, or goes on from the newest of the corpus' name under
 * these options by writing the differences, or builds from nothing. The manifest's `lineage` says which, and why;
 * `fresh` insists on the one built from nothing. Guarantees and errors as above.
 */
export async function ingestCorpus(
  corpus: StreamedCorpus,
  options: SubstrateOptions,
  effects: SubstrateEffects & { fresh?: boolean } = {},
): Promise<{ manifest: SubstrateManifest; built: boolean }> {
  return withStore({ corpus, options, effects }, async (build) => {
    const { store, identity } = build;
    const found = effects.fresh ? await store.find(identity.freshHash) : await findSnapshot(corpus, options, effects);
    if (found) return { manifest: found, built: false };
    const base = effects.fresh ? null : await newestOf(build);
    const because = effects.fresh ? "asked for" : "there is no snapshot of this corpus under these options yet";
    return { manifest: await (base ? buildFollowing(build, base) : buildFresh(build, because)), built: true };
  });
}

/** Runs one step on a copy of the newest snapshot and gives what it wrote; nothing is published. Errors as above. */
export function rehearseIngestStep(
  corpus: StreamedCorpus,
  options: SubstrateOptions,
  effects: SubstrateEffects & { step: IngestStep },
): Promise<RunStatus> {
  return withStore({ corpus, options, effects }, async (build) =>
    rehearseStep(build, { base: await newestOf(build), step: effects.step }),
  );
}

/** The newest snapshot of a corpus' name under these options, of this content or of an earlier one. Null without one. */
export function newestSnapshot(
  corpus: StreamedCorpus,
  options: SubstrateOptions,
  effects: SubstrateEffects = {},
): Promise<{ manifest: SubstrateManifest; current: boolean } | null> {
  return withStore({ corpus, options, effects }, async (build) => {
    const current = await findSnapshot(corpus, options, effects);
    const manifest = current ?? (await newestOf(build));
    return manifest && { manifest, current: current !== null };
  });
}

async function newestOf({ store, corpus, identity }: Build): Promise<SubstrateManifest | null> {
  const all = await store.list();
  return all.find(({ recipe, mapping }) => recipe === identity.recipe && mapping.name === corpus.mapping.name) ?? null;
}

async function withStore<T>(
  { corpus, options, effects }: { corpus: StreamedCorpus; options: SubstrateOptions; effects: SubstrateEffects },
  use: (build: Build) => Promise<T>,
): Promise<T> {
  if (corpus.artifacts.length === 0)
    throw new UserError("corpus", `the corpus ${corpus.mapping.name} is empty: expected at least one artifact`);
  const {
    progress = () => undefined,
    now = Date.now,
    environment = {},
    enrichment = null,
    log = () => undefined,
  } = effects;
  const outages = outagesOf(effects);
  const store = openStore(options, environment, outages);
  try {
    const identity = await identityOf(corpus, options, enrichment);
    return await use({ store, corpus, options, enrichment, identity, progress, now, environment, log, outages });
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
  const { environment = {}, log = () => undefined, remembers = false } = effects;
  const outages = outagesOf(effects);
  const store = openStore(options, environment, outages);
  try {
    const manifest = await store.find(snapshotHash);
    if (!manifest)
      throw new UserError("substrate", `expected a finished snapshot ${snapshotHash}, found none`, {
        hint: "build it with `scopebench corpus ingest`",
      });
    checkOptions(manifest, options);
    return await open(store, { manifest, options, environment, log, outages, remembers });
  } catch (error) {
    throw store.explain(error);
  }
}

function outagesOf({ outages, log }: SubstrateEffects): Outages {
  return outages ?? new Outages({ log });
}

function checkOptions(
  { back_ends: backEnds, search, snapshot_hash: snapshotHash }: SubstrateManifest,
  { bm25, vectorIndex, embedding, search: wantedSearch }: SubstrateOptions,
): void {
  const pairs: [part: string, wanted: unknown, built: unknown][] = [
    ["bm25", bm25, backEnds.bm25],
    ["vectorIndex", vectorIndex, backEnds.vector_index],
    ["dimensions", embedding.dimensions ?? backEnds.dimensions, backEnds.dimensions],
    ["search", searchFacts(wantedSearch), search],
  ];
  const problems = pairs
    .map(([part, wanted, built]) => [part, canonicalJson(wanted), canonicalJson(built)])
    .filter(([, wanted, built]) => wanted !== built)
    .map(([part, wanted, built]) => `${part}: the options say ${wanted}, the snapshot was built with ${built}`);
  if (problems.length > 0)
    throw new UserError("substrate", `the snapshot ${snapshotHash} was built with other options`, { problems });
}

interface Opening {
  manifest: SubstrateManifest;
  options: SubstrateOptions;
  environment: Environment;
  log(message: string): void;
  outages: Outages;
  remembers: boolean;
}

async function open(store: SnapshotStore, opening: Opening): Promise<Substrate> {
  const { manifest, options, environment, outages } = opening;
  const opened = await store.open(manifest);
  const snapshot = opening.remembers && options.database.type === "embedded" ? remembering(opened) : opened;
  const sql = outlastingSql(snapshot.sql, outages);
  try {
    const stored = await storedEmbedding(
      { sql: outlastingSql(opened.sql, outages), options: options.embedding, environment },
      { id: manifest.back_ends.embedding, dimensions: manifest.back_ends.dimensions },
    );
    const embedding = outlastingEmbedding(stored, outages);
    const { bm25, search: analysis, vectorIndex: index } = options;
    const search = sqlSearch({
      sql,
      embedding,
      dialect: bm25Dialect(bm25, options.search),
      analysis,
      index,
      snapshotHash: manifest.snapshot_hash,
    });
    const graph = outlastingGraph(await openGraph({ ...opening, snapshot }), outages);
    const close = async (): Promise<void> => {
      await graph.close().finally(() => snapshot.close());
    };
    return {
      manifest: { ...manifest, back_ends: { ...manifest.back_ends, graph: graph.backEnd } },
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
