import type { Benchmark } from "../benchmark.ts";

export const hoptraceMini: Benchmark = {
  name: "hoptrace-mini",
  title: "HopTrace mini, multi-hop questions",
  about: "Six documents and two questions in the layout of BEIR: small enough to see every step of a run.",
  source: "github.com/Piokamie/HopTrace at 1d552de8",
  licence: "MIT",
  data: { type: "retrieval", format: "beir" },
  counts: { documents: 6, questions: 2, relevant: 4 },
  sha256: "087bcfacee35fcf2a14f19a05c047d27c4a2bf5435b308fc605a55fb5a5c07b7",
  metrics: ["ndcg@10", "map", "recall@5"],
  gold: "binary",
  published: [],
};
