import type { Benchmark } from "../benchmark.ts";
import { ANSERINI_DIFFERS } from "../origins.ts";

const CITED =
  "Anserini's BM25, flat index: github.com/castorini/anserini at 8403c484, docs/regressions/regressions-beir-v1.0.0-scifact.flat.md";

export const scifact: Benchmark = {
  name: "scifact",
  title: "SciFact, claims to abstracts",
  about: "Scientific claims ask for the abstracts that support or refute them.",
  source: "BEIR 1.0.0 (Thakur et al., arXiv:2104.08663), scifact: corpus.jsonl, queries.jsonl, qrels/test.tsv",
  licence: "not checked: its source says it",
  data: { type: "retrieval", format: "beir" },
  counts: { documents: 5183, questions: 300, relevant: 339 },
  sha256: null,
  metrics: ["ndcg@10", "recall@100", "map"],
  gold: "binary",
  published: [
    { system: "BM25", metric: "ndcg@10", value: 0.6789, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "recall@100", value: 0.9253, cited: CITED, differs: ANSERINI_DIFFERS },
  ],
};
