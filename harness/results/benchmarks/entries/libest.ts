import type { Benchmark } from "../benchmark.ts";
import { TRIAD, TRIAD_LICENCE } from "../origins.ts";

const COMET_SCORES =
  "computed here from the scores that are published for COMET (Moran et al., ICSE 2020, arXiv:2005.09046): github.com/tobhey/finegrained-traceability at 6a32efaf, comet/data/results_RQ1_LibEST_MAP.tm";
/** The one file that it does not rank. */
const WITHOUT_EST_H = "its ranking lacks est.h, to which no requirement is linked";

export const libest: Benchmark = {
  name: "libest",
  title: "LibEST, requirements to code",
  about:
    "Paragraph groups of RFC 7030 ask for the C files of Cisco's LibEST that implement them. Links are dense: of 14 files a requirement has four.",
  source: `${TRIAD}, dataset/libest`,
  licence: `${TRIAD_LICENCE}; C files: Cisco's BSD-style licence; requirements: IETF Trust`,
  data: { type: "links", from: "requirement", to: "source_code", kind: "requirement-code" },
  counts: { documents: 14, questions: 47, relevant: 204 },
  sha256: "ff390e85202c1cd21c7a07666156159006b3a3385e033ac571a985b1dc79c5a7",
  metrics: ["map", "ndcg@10", "recall@5", "rprec"],
  gold: "binary",
  published: [
    { system: "COMET", metric: "map", value: 0.7488, cited: COMET_SCORES, differs: [WITHOUT_EST_H] },
    { system: "COMET", metric: "ndcg@10", value: 0.8356, cited: COMET_SCORES, differs: [WITHOUT_EST_H] },
  ],
};
