import type { CorpusMapping, RedactionReport } from "./corpus.ts";

/** What was built, written beside the snapshot and copied into each run's manifest. */
export interface SubstrateManifest {
  /** Format of the snapshot folder; an unknown one is refused. */
  version: 1;
  corpus_hash: string;
  /** Hash of everything that decides the content: corpus, schema files, ingest code version, embedding, options. */
  snapshot_hash: string;
  /** Hash of the same without the corpus: only a snapshot with this recipe can go on from this one. */
  recipe: string;
  lineage: SnapshotLineage;
  mapping: CorpusMapping;
  back_ends: {
    postgres: string;
    graph: string;
    bm25: string;
    vector_index: "exact" | "hnsw";
    embedding: string;
    dimensions: number;
  };
  /** How texts became terms, and BM25's parameters. */
  search: Pick<TextAnalysis, "stemming"> & Saturation & { stop_words: TextAnalysis["stopWords"]; split_names: boolean };
  /** The index' parameters and its recall, measured when it was built; null with exact search. */
  hnsw: HnswRecall | null;
  /** What embedding the corpus took of a distant model; null where nothing left the process. */
  embedding_usage: EmbeddingUsage | null;
  /** What a language model was asked about the texts; `conflicts` counts where the patterns say otherwise, and win. Null: it was not asked. */
  enrichment: (EnrichmentReport & { model: string; conflicts: number }) | null;
  /** What replaced personal data, where it did. Absent: texts are as they came. */
  redaction?: RedactionReport;
  counts: SubstrateCounts;
  ingest_run_id: number;
  built_at: string;
  duration_ms: number;
  notes: readonly string[];
}

/** How a snapshot came to be. One that was built by differences has another hash than a fresh one of the same corpus. */
export interface SnapshotLineage {
  mode: "fresh" | "incremental";
  /** Hash of the snapshot that it began as a copy of. */
  from: string | null;
  /** Hash of the corpus that a learned embedding was learned from. */
  embedding_learned_from: string;
  because: string;
}

export interface SubstrateCounts {
  test_cases: number;
  backlog_items: number;
  backlog_items_by_subtype: Record<string, number>;
  protocols: number;
  messages: number;
  knowledge_entries: number;
  other_artifacts: number;
  trace_links: number;
  unresolved_references: number;
  chunks: number;
  graph_nodes: number;
  graph_edges: number;
}

/** How texts become terms. Part of a snapshot's identity: index and queries must agree. */
export interface TextAnalysis {
  stemming: "porter" | "none";
  stopWords: "english" | "none" | readonly string[];
  /** A name in mixed case gives itself and its parts (`NGSetupRequest`: ngsetuprequest ng setup request). */
  splitNames: boolean;
}

/** BM25's parameters: saturation of repeated terms, and share of the length normalisation. */
export interface Saturation {
  k1: number;
  b: number;
}

/** HNSW's parameters: links a node, candidates while building, candidates while searching. */
export interface HnswOptions {
  m: number;
  efConstruction: number;
  efSearch: number;
}

/** How well the index finds what exact search finds, measured when it was built. */
export interface HnswRecall {
  m: number;
  ef_construction: number;
  ef_search: number;
  /** Mean share of the ten nearest chunks that the index finds; a chunk as near as the tenth counts as one of them. */
  recall_at10: number;
  queries: number;
  /** False where the planner reads the whole table instead: on small corpora. */
  index_used: boolean;
}

export interface EmbeddingUsage {
  requests: number;
  /** Of the requests, those that repeated a failed one. */
  retries: number;
  texts: number;
  /** Null: the endpoint did not say. */
  tokens: number | null;
  /** Null: no price was given, or the tokens are not known. */
  cost_usd: number | null;
}

export interface EnrichmentUsage {
  tokens_in: number;
  tokens_out: number;
  /** Null: no price was given. */
  cost_usd: number | null;
}

export interface EnrichmentReport {
  /** Texts that have an answer: from the cache, and asked for now. */
  cached: number;
  answered: number;
  /** Texts without one: failed now by reason, and not asked. */
  failed: Record<string, number>;
  left: number;
  /** The limit that ended the pass. */
  stopped_by: "max_calls" | "max_tokens" | "max_cost" | "failing" | "aborted" | null;
  usage: EnrichmentUsage;
}
