import type { Benchmark } from "../benchmark.ts";

const CITED = "Chen et al., BrowseComp-Plus, arXiv:2508.06600, abstract";
const ACCURACY = "accuracy of answers by a judge";

export const browsecompPlus: Benchmark = {
  name: "browsecomp-plus",
  title: "BrowseComp-Plus, deep research over fixed documents",
  about:
    "Questions that take many searches, over web documents with evidence that people marked. Here retrieval alone is scored, by evidence; what is published is of answers, with the retriever as a factor.",
  source: "github.com/texttron/BrowseComp-Plus: its data set as its own script decrypts it (JSON Lines)",
  licence: "not checked: its source says it",
  data: { type: "own", layout: "browsecomp" },
  counts: { documents: null, questions: 830, relevant: null },
  sha256: null,
  metrics: ["recall@100", "ndcg@10", "recall@5"],
  gold: "binary",
  published: [
    { system: "GPT-5 with BM25", metric: ACCURACY, value: 0.559, cited: CITED, differs: [] },
    { system: "GPT-5 with Qwen3-Embedding-8B", metric: ACCURACY, value: 0.701, cited: CITED, differs: [] },
    { system: "Search-R1 with BM25", metric: ACCURACY, value: 0.0386, cited: CITED, differs: [] },
  ],
};
