import type { Benchmark } from "../benchmark.ts";
import { TRIAD, TRIAD_LICENCE } from "../origins.ts";

export const ebt: Benchmark = {
  name: "ebt",
  title: "EBT, requirements to code",
  about:
    "Requirements of the Event-Based Traceability system ask for its Java classes. Identifiers are torn by blanks in the original.",
  source: `${TRIAD}, dataset/ebt`,
  licence: `${TRIAD_LICENCE}; the data are of coest.org, which states none`,
  data: { type: "links", from: "requirement", to: "source_code", kind: "requirement-code" },
  counts: { documents: 50, questions: 33, relevant: 98 },
  sha256: "6afb4f3af228a91b5249f3329f45f5261df07e647fc3a80057589c9591e397f4",
  metrics: ["map", "ndcg@10", "recall@10", "rprec"],
  gold: "binary",
  published: [
    {
      ...{ system: "COMET", metric: "map", value: 0.337 },
      cited:
        "computed here from the scores that are published for COMET (Moran et al., ICSE 2020, arXiv:2005.09046): github.com/huiAlex/TRIAD at d2dae7a6, result/baseline_result/comet/ebt/MAP.tm",
      differs: [],
    },
  ],
};
