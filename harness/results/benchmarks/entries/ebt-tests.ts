import type { Benchmark } from "../benchmark.ts";
import { TRIAD, TRIAD_LICENCE } from "../origins.ts";

export const ebtTests: Benchmark = {
  name: "ebt-tests",
  title: "EBT, requirements to tests",
  about: "Requirements of the Event-Based Traceability system ask for the descriptions of the tests that verify them.",
  source: `${TRIAD}, dataset/ebt`,
  licence: `${TRIAD_LICENCE}; the data are of coest.org, which states none`,
  data: { type: "links", from: "requirement", to: "test_case", kind: "requirement-test" },
  counts: { documents: 25, questions: 39, relevant: 51 },
  sha256: "59e1aa94f1e73d1f3d64d2f4e5233a1bd9a1762c4600f509170bbf2844111656",
  metrics: ["map", "ndcg@10", "recall@10", "rprec"],
  gold: "binary",
  published: [],
};
