import type { Benchmark } from "../benchmark.ts";
import { ANSERINI_DIFFERS } from "../origins.ts";

const CITED =
  "Anserini's BM25 as it comes: github.com/castorini/anserini at 1132c95a, docs/regressions/regressions-rag24-doc-segmented-test-nist.md";

export const trecRag2024: Benchmark = {
  name: "trec-rag-2024",
  title: "TREC 2024 RAG, segments of MS MARCO V2.1",
  about:
    "Questions that need long answers ask for segments of web pages, judged by NIST in grades 0 to 3. Answers are scored by nuggets: scopebench measure audit reads the assignments. In its full size it has not been run here.",
  source: "trec-rag.github.io: MS MARCO V2.1 segmented, 89 judged topics, NIST's qrels",
  licence: "not checked: MS MARCO's terms",
  data: { type: "retrieval", format: "trec" },
  counts: { documents: 113520750, questions: 89, relevant: null },
  sha256: null,
  metrics: ["ndcg@20", "ndcg@100", "recall@100"],
  gold: "graded",
  published: [
    { system: "BM25", metric: "ndcg@20", value: 0.2809, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "ndcg@100", value: 0.2345, cited: CITED, differs: ANSERINI_DIFFERS },
    { system: "BM25", metric: "recall@100", value: 0.1698, cited: CITED, differs: ANSERINI_DIFFERS },
  ],
  notCopied: "nugget scores of answers (arXiv:2411.09607): they are of generated answers, not of a ranking",
};
