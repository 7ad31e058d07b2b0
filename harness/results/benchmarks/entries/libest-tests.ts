import type { Benchmark } from "../benchmark.ts";
import { TRIAD, TRIAD_LICENCE } from "../origins.ts";

export const libestTests: Benchmark = {
  name: "libest-tests",
  title: "LibEST, requirements to tests",
  about:
    "Paragraph groups of RFC 7030 ask for the C files of tests that verify them. A file holds several tests, so one verifies many requirements.",
  source: `${TRIAD}, dataset/libest`,
  licence: `${TRIAD_LICENCE}; C files: Cisco's BSD-style licence; requirements: IETF Trust`,
  data: { type: "links", from: "requirement", to: "test_case", kind: "requirement-test" },
  counts: { documents: 21, questions: 36, relevant: 352 },
  sha256: "d2a8ac0cac3c10dae8bb5346107e60ab1c8dbc16e59ec71790638a71e0883515",
  metrics: ["map", "ndcg@10", "recall@10", "rprec"],
  gold: "binary",
  published: [],
  notCopied:
    "COMET (Moran et al., ICSE 2020, arXiv:2005.09046) reports average precision over all pairs, which is not MAP: its scores of this task were not at hand.",
};
