import type { Benchmark } from "../benchmark.ts";
import { ANSERINI_DIFFERS } from "../origins.ts";

const CITED =
  "Anserini's BM25, flat index: github.com/castorini/anserini at 6c648f7d, docs/regressions/regressions-beir-v1.0.0-nfcorpus.flat.md";

export const nfcorpus: Benchmark = {
  name: "nfcorpus",
  title: "NFCorpus, questions on nutrition to medical abstracts",
  about: "Questions of laypeople ask for medical abstracts, in two grades; a question has dozens.",
  source: "BEIR 1.0.0 (Thakur et al., arXiv:2104.08663), nfcorpus: corpus.jsonl, queries.jsonl, qrels/test.tsv",
  licence: "not checked: its source says it",
  data: { type: "retrieval", format: "beir" },
  counts: { documents: 3633, questions: 323, relevant: null },
  sha256: null,
  metrics: ["ndcg@10", "recall@100", "map"],
  gold: "graded",
  published: [
    { system: "BM25", metric: "ndcg@10", value: 0.3218, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "recall@100", value: 0.2457, cited: CITED, differs: ANSERINI_DIFFERS },
  ],
};
