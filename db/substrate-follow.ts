import { storedEmbedding } from "./embeddings/open.ts";
import { countChunkChanges } from "./ingest/chunks.ts";
import { ingest, ingestStep } from "./ingest/index.ts";
import { type RunStatus, readIngestStatus } from "./ingest/status.ts";
import type { IngestStep } from "./ingest/steps.ts";
import { mapStreamed } from "./ports/corpus-rows.ts";
import type { SubstrateManifest } from "./ports/substrate-manifest.ts";
import { basisOf, incrementalHash } from "./snapshots/identity.ts";
import type { SnapshotDraft } from "./snapshots/store.ts";
import { type Build, buildFresh, finish, graphAhead, ingestOptions } from "./substrate-build.ts";

/** A learned embedding is learned anew when more than this share of the chunks is not what it was learned from. */
const MAX_CHANGED_SHARE = 0.2;

/** Builds the snapshot that follows an earlier one: a copy of it, and the differences. Else a fresh one, and says why. */
export async function buildFollowing(build: Build, base: SubstrateManifest): Promise<SubstrateManifest> {
  const startedAt = build.now();
  const draft = await build.store.begin(base.snapshot_hash);
  let whyNot: string;
  try {
    const share = draft.from === null ? null : await changedShare(build, draft, base);
    if (share !== null && share <= MAX_CHANGED_SHARE) return await follow(build, draft, { base, share, startedAt });
    whyNot =
      share === null
        ? `snapshot ${base.snapshot_hash.slice(0, 12)} could not be copied`
        : `${sayShare(share)}, more than ${percent(MAX_CHANGED_SHARE)}`;
  } finally {
    await draft.discard();
  }
  return buildFresh(build, whyNot);
}

/**
 * Runs one step, after those that it can't do without, on a draft that goes on from `base`, and gives what it wrote. The
 * draft holds part of the corpus, so it is never published.
 */
export async function rehearseStep(
  build: Build,
  { base, step }: { base: SubstrateManifest | null; step: IngestStep },
): Promise<RunStatus> {
  const draft = await build.store.begin(base?.snapshot_hash ?? null);
  try {
    const kept = draft.from !== null && base !== null ? await keptEmbedding(build, draft, base) : null;
    await ingestStep(ingestOptions(build, draft, kept), step);
    return (await readIngestStatus(draft.sql)).runs[0]!;
  } finally {
    await draft.discard();
  }
}

function keptEmbedding(
  { options, environment }: Build,
  { sql }: SnapshotDraft,
  { back_ends: backEnds }: SubstrateManifest,
) {
  const built = { id: backEnds.embedding, dimensions: backEnds.dimensions };
  return storedEmbedding({ sql, options: options.embedding, environment }, built);
}

interface Following {
  base: SubstrateManifest;
  share: number;
  startedAt: number;
}

async function follow(
  build: Build,
  draft: SnapshotDraft,
  { base, share, startedAt }: Following,
): Promise<SubstrateManifest> {
  const embedding = await keptEmbedding(build, draft, base);
  const lineage = {
    mode: "incremental",
    from: base.snapshot_hash,
    embedding_learned_from: base.lineage.embedding_learned_from,
    because: sayShare(share),
  } as const;
  const snapshotHash = incrementalHash(build.identity.freshHash, basisOf(base));
  const projected = graphAhead(build, draft, snapshotHash);
  const result = await ingest({ ...ingestOptions(build, draft, embedding), projected });
  return finish(build, draft, { result, startedAt, lineage, snapshotHash });
}

function sayShare(share: number): string {
  return `${percent(share)} of the chunks differ from those that the embedding was learned from`;
}

/**
 * Share of the corpus' chunks that a learned embedding has not seen, gone ones included; 0 for an embedding that is not
 * learned. Chunks that the run with the embedding wrote are the ones it was learned from.
 */
async function changedShare(
  { corpus, options, enrichment }: Build,
  { sql }: SnapshotDraft,
  base: SubstrateManifest,
): Promise<number> {
  if (options.embedding.type === "openai" || options.embedding.type === "transformers") return 0;
  const contextTokens = options.embedding.contextTokens;
  const changes = await countChunkChanges({ sql, rows: mapStreamed(corpus), contextTokens, enrichment });
  const { rows } = await sql.query<{ since: number }>(
    "SELECT count(*)::int AS since FROM rag.chunk WHERE ingest_run_id > (SELECT min(ingest_run_id) FROM core.ingest_run)",
  );
  return (changes + rows[0]!.since) / Math.max(1, base.counts.chunks);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
