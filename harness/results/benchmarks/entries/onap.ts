import type { Benchmark } from "../benchmark.ts";

export const onap: Benchmark = {
  name: "onap",
  title: "ONAP, requirements to tests",
  about:
    "Requirements on virtual network functions ask for the functions of the VNF Validation Program that check them, as their developers say by @validates. Tests are code; their decorators are left out.",
  source:
    "github.com/onap/vnfrqts-requirements at 620a2982 and github.com/onap/archived-vvp-validation-scripts at 4c2a2033, as a corpus folder",
  licence: "Apache-2.0, documents CC-BY-4.0",
  data: { type: "links", from: "requirement", to: "test_case", kind: "requirement-test" },
  counts: { documents: 175, questions: 220, relevant: 275 },
  sha256: "9ffdc5305005023a9dc60814965ed66fd9c14493816a6ab862f28d3b3c0eda01",
  metrics: ["map", "ndcg@10", "recall@10", "mrr@10"],
  gold: "binary",
  published: [],
};
