import type { Benchmark } from "../benchmark.ts";
import { ANSERINI_DIFFERS } from "../origins.ts";

const CITED =
  "Anserini's BM25 as it comes: github.com/castorini/anserini at 32b7c4fc, docs/regressions/regressions-dl19-passage.md";

export const trecDl2019: Benchmark = {
  name: "trec-dl-2019",
  title: "TREC 2019 Deep Learning, passages",
  about:
    "Questions of a web search ask for passages, judged by NIST in grades 0 to 3; for all but NDCG a passage is relevant from grade 2. In its full size it has not been run here.",
  source: "trec.nist.gov/data/deep2019.html: MS MARCO passages, 43 judged topics, qrels",
  licence: "not checked: MS MARCO's terms",
  data: { type: "retrieval", format: "trec" },
  counts: { documents: 8841823, questions: 43, relevant: null },
  sha256: null,
  metrics: ["ndcg@10", "map(rel=2)@1000", "recall(rel=2)@100"],
  gold: "graded",
  published: [
    { system: "BM25", metric: "ndcg@10", value: 0.5058, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "map(rel=2)@1000", value: 0.3013, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "recall(rel=2)@100", value: 0.491, cited: CITED, differs: ANSERINI_DIFFERS },
  ],
};
