import type { Benchmark } from "../benchmark.ts";

export const openconfig: Benchmark = {
  name: "openconfig",
  title: "OpenConfig feature profiles, changes to tests",
  about:
    "Messages of change requests ask for the test plans that the change touched. Asked are those that neither name nor add a linked test; a message can be weakly related to what it touches.",
  source: "github.com/openconfig/featureprofiles at 598f5a74, changes before 2026, as a corpus folder",
  licence: "Apache-2.0",
  data: {
    ...{ type: "links", from: "change_request", to: "test_case", kind: "change-test" },
    questionsWithout: ["mentions_linked_plan_id", "names_linked_directory", "adds_test"],
  },
  counts: { documents: 375, questions: 880, relevant: 1551 },
  sha256: "d6abdac6977a36bbb00d36211074a0e9bafc6d68e1cb6592bbd259a96f145292",
  metrics: ["map", "ndcg@10", "recall@10", "mrr@10"],
  gold: "binary",
  published: [],
};
