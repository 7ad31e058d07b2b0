import type { Benchmark } from "../benchmark.ts";

export const enterpriseRagBench: Benchmark = {
  name: "enterprise-rag-bench",
  title: "EnterpriseRAG-Bench, a company's internal knowledge",
  about:
    "Questions over half a million synthetic documents of nine sources. Scored here is document recall; 30 of the 500 questions have no document and take no part. In its full size it has not been run here: slices are taken with --other.",
  source:
    "github.com/onyx-dot-app/EnterpriseRAG-Bench: questions.jsonl and the unpacked texts (Sun et al., arXiv:2605.05253)",
  licence: "not checked: its source says it",
  data: { type: "own", layout: "enterprise-rag" },
  counts: { documents: null, questions: 470, relevant: null },
  sha256: null,
  metrics: ["recall@10", "ndcg@10", "map"],
  gold: "binary",
  published: [],
  notCopied:
    "Its paper (arXiv:2605.05253) and leaderboard report correctness, completeness and document recall of systems; their tables were not at hand.",
};
