import type { CorpusMapping } from "../../../db/ports/corpus.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { RUN_FORMAT } from "../../../harness/record/domain/records.ts";
import type { Manifest, StageState } from "../../../harness/record/run-directory/manifest.ts";
import { ID_PATTERNS } from "./scenarios.ts";

/** Labelled so that nobody takes it for a measurement. */
export function fixtureManifest(): Manifest & { fixture: string } {
  const mapping = { name: "fixture", synthetic: true, artifactTypes: {}, linkKinds: {}, idPatterns: ID_PATTERNS };
  return {
    fixture: "hand-written records with invented numbers, not a measurement",
    format: RUN_FORMAT,
    run_id: "fixture",
    created_at: "2026-01-05T09:00:00.000Z",
    scopebench_version: "0.0.0-fixture",
    config_hash: "fixture",
    git: null,
    lock_file_hash: null,
    environment: { runtime: "fixture", platform: "fixture", arch: "fixture", cpus: 1, packages: {} },
    synthetic_corpus: true,
    stand_in_models: ["explorer", "planner", "sprinter"],
    stand_in_judges: ["fixture-primary", "fixture-second", "fixture-meta"],
    substrate: substrateManifest(mapping),
    scenarios: { count: 8, hash: "fixture", notes: ["fixture"] },
    system: { name: "fixture", version: "fixture" },
    tools: {},
    judge_fingerprints: {},
    served_models: {},
    recording: null,
    stages: Object.fromEntries(DONE.map((name) => [name, { ...STAGE }])),
  };
}

const DONE = ["generate", "execute", "extract", "judge", "calibrate", "meta-judge", "baselines"] as const;

const STAGE: StageState = {
  status: "complete",
  output_hash: "fixture",
  inputs: null,
  outputs: {},
  started_at: "2026-01-05T09:00:00.000Z",
  finished_at: "2026-01-05T09:00:01.000Z",
  duration_ms: 1000,
  attempts: 1,
  summary: "fixture",
};

function substrateManifest(mapping: CorpusMapping): SubstrateManifest {
  return {
    version: 1,
    corpus_hash: "fixture",
    snapshot_hash: "fixture",
    recipe: "fixture",
    lineage: { mode: "fresh", from: null, embedding_learned_from: "fixture", because: "fixture" },
    mapping,
    back_ends: {
      postgres: "none",
      graph: "none",
      bm25: "none",
      vector_index: "exact",
      embedding: "none",
      dimensions: 0,
    },
    search: { stemming: "porter", stop_words: "english", split_names: true, k1: 1.2, b: 0.75 },
    hnsw: null,
    embedding_usage: null,
    enrichment: null,
    counts: {
      test_cases: 0,
      backlog_items: 0,
      backlog_items_by_subtype: {},
      protocols: 0,
      messages: 0,
      knowledge_entries: 0,
      other_artifacts: 0,
      trace_links: 0,
      unresolved_references: 0,
      chunks: 0,
      graph_nodes: 0,
      graph_edges: 0,
    },
    ingest_run_id: 0,
    built_at: "2026-01-05T09:00:00.000Z",
    duration_ms: 0,
    notes: ["fixture"],
  };
}
