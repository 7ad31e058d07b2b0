import { expect, it } from "vitest";
import { withTodaysNames } from "../../base/old-names.ts";
import { readManifestText } from "../../db/snapshots/manifest.ts";
import { withTodaysProgressNames } from "../../harness/record/config/old-words.ts";
import { parseManifest } from "../../harness/record/run-directory/manifest.ts";
import { fixtureManifest } from "../harness/run-fixture/manifest.ts";

/** From a run of a version that wrote camelCase. `testCases` below a subtype and a corpus' type are names of the corpus. */
const SNAPSHOT = {
  version: 1,
  corpusHash: "c",
  snapshotHash: "s",
  lineage: { mode: "fresh", embeddingLearnedFrom: "c" },
  mapping: { artifactTypes: { testCases: { role: "test_case" } } },
  backEnds: { postgres: "pglite", vectorIndex: "exact" },
  search: { stemming: "porter", stopWords: "english", splitNames: true },
  hnsw: null,
  counts: { testCases: 7, backlogItemsBySubtype: { testCases: 2 }, graphNodes: 9 },
  builtAt: "2026-11-23T00:18:05.000Z",
};

it("reads a manifest with camelCase members, and leaves names of the corpus as they are", () => {
  const today = {
    corpus_hash: "c",
    lineage: { embedding_learned_from: "c" },
    mapping: SNAPSHOT.mapping,
    back_ends: { postgres: "pglite", vector_index: "exact" },
    search: { stop_words: "english", split_names: true },
    hnsw: null,
    counts: { test_cases: 7, backlog_items_by_subtype: { testCases: 2 }, graph_nodes: 9 },
  };
  const read = (manifest: unknown) => readManifestText(JSON.stringify(manifest), "here");
  expect(read(SNAPSHOT)).toMatchObject(today);
  expect(read(read(SNAPSHOT))).toEqual(read(SNAPSHOT));
  const run = JSON.stringify({ ...fixtureManifest(), substrate: SNAPSHOT });
  expect(parseManifest(run, "manifest.json").substrate).toMatchObject(today);
});

it("reads the progress of an older version", () => {
  const progress = { stages: [{ stage: "judge", durationMs: 7 }], running: { startedAt: "t" }, updatedAt: "t" };
  expect(withTodaysProgressNames(progress)).toEqual({
    stages: [{ stage: "judge", duration_ms: 7 }],
    running: { started_at: "t" },
    updated_at: "t",
  });
});

it("leaves what is not of the expected shape alone", () => {
  expect(withTodaysNames(null, ["aB"])).toBeNull();
  expect(withTodaysNames({ list: "text" }, ["list[].aB"])).toEqual({ list: "text" });
});
