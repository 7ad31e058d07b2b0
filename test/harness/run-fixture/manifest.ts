import type { CorpusMapping } from "../../../db/corpus.ts";
import type { SubstrateManifest } from "../../../db/substrate-manifest.ts";
import { RUN_FORMAT } from "../../../harness/domain/records.ts";
import type { Manifest, StageState } from "../../../harness/run-directory/manifest.ts";
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
    corpusHash: "fixture",
    snapshotHash: "fixture",
    recipe: "fixture",
    lineage: { mode: "fresh", from: null, embeddingLearnedFrom: "fixture", because: "fixture" },
    mapping,
    backEnds: { postgres: "none", graph: "none", bm25: "none", vectorIndex: "exact", embedding: "none", dimensions: 0 },
    search: { stemming: "porter", stopWords: "english", splitNames: true, k1: 1.2, b: 0.75 },
    hnsw: null,
    embeddingUsage: null,
    enrichment: null,
    counts: {
      testCases: 0,
      backlogItems: 0,
      backlogItemsBySubtype: {},
      protocols: 0,
      messages: 0,
      knowledgeEntries: 0,
      otherArtifacts: 0,
      traceLinks: 0,
      unresolvedReferences: 0,
      chunks: 0,
      graphNodes: 0,
      graphEdges: 0,
    },
    ingestRunId: 0,
    builtAt: "2026-01-05T09:00:00.000Z",
    durationMs: 0,
    notes: ["fixture"],
  };
}
