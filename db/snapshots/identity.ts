import { hashOf } from "../../base/hash.ts";
import { embeddingIdentity } from "../embeddings/identity.ts";
import type { CorpusEnrichment } from "../enrichment/enrich-corpus.ts";
import type { SubstrateOptions } from "../options/substrate-options.ts";
import type { Corpus } from "../ports/corpus.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";
import { loadSchema } from "../schema/load.ts";

/** Bump when the same corpus and options would give other content (a test compares a digest of the content). */
const CONTENT_VERSION = 4;

/** What a snapshot is known by before it is built. */
export interface SnapshotIdentity {
  /** Of what decides the content besides the corpus. Only snapshots with one recipe can follow each other. */
  recipe: string;
  /** The hash of the snapshot that is built from nothing. */
  freshHash: string;
}

/** A corpus as its snapshot is known by: its content, and what replaced personal data in it. */
export interface CorpusIdentity extends Pick<Corpus, "hash"> {
  redaction?: { fingerprint: string };
}

export async function identityOf(
  corpus: CorpusIdentity,
  { embedding, vectorIndex, hnsw, bm25, search }: SubstrateOptions,
  enrichment: CorpusEnrichment | null,
): Promise<SnapshotIdentity> {
  const recipe = hashOf({
    content: CONTENT_VERSION,
    schema: await loadSchema(),
    embedding: await embeddingIdentity(embedding),
    vectorIndex,
    hnsw: vectorIndex === "hnsw" ? hnsw : null,
    bm25,
    search,
    enrichment: enrichment && { model: enrichment.model, feeds: ["chunks", "graph"] },
    // A snapshot that follows another one keeps payloads of before.
    redaction: corpus.redaction?.fingerprint,
  });
  const enriched = enrichment && [...enrichment.values];
  return { recipe, freshHash: hashOf({ recipe, corpus: corpus.hash, enriched }) };
}

/** The embedding that a snapshot's vectors are of: its id, and the corpus that it was learned from. */
export interface Basis {
  embedding: string;
  learnedFrom: string;
}

/** A snapshot that an earlier version made has no lineage. */
export function basisOf({ back_ends: backEnds, lineage }: SubstrateManifest): Basis {
  return { embedding: backEnds.embedding, learnedFrom: lineage?.embedding_learned_from ?? "" };
}

/** The hash of a snapshot that keeps an earlier one's embedding: never that of a fresh one. */
export function incrementalHash(freshHash: string, { embedding, learnedFrom }: Basis): string {
  return hashOf({ freshHash, embedding, learnedFrom });
}
