import type { Benchmark } from "../benchmark.ts";

export const gitbugsHadoop: Benchmark = {
  name: "gitbugs-hadoop",
  title: "GitBugs, duplicate reports of Apache Hadoop",
  about:
    "A later report asks for the earlier ones that the tracker calls its duplicates. Trackers know only the duplicates that somebody noticed.",
  source: "github.com/av9ash/gitbugs at eadf2d67, hadoop, as a corpus folder (Patil, arXiv:2504.09651)",
  licence: "CC-BY-4.0",
  data: { type: "duplicates", of: "bug_report", kind: "duplicate" },
  counts: { documents: 2437, questions: 65, relevant: 65 },
  sha256: "a7366c8fedf14ff344827f60e63f8fdb63528fa9e6d8c5d8e53c1fb440332080",
  metrics: ["mrr@10", "recall@10", "success@10", "map"],
  gold: "binary",
  published: [],
};
