import type { Benchmark } from "../benchmark.ts";

export const herb: Benchmark = {
  name: "herb",
  title: "HERB, deep search in a company's messages and documents",
  about:
    "Questions over synthetic messages, documents and meetings of software products. Here retrieval alone is scored, by what the answers cite; questions without an answer take no part.",
  source: "github.com/SalesforceAIResearch/HERB: data/products",
  licence: "CC-BY-NC-4.0",
  data: { type: "own", layout: "herb" },
  counts: { documents: null, questions: null, relevant: null },
  sha256: null,
  metrics: ["recall@20", "ndcg@10", "map"],
  gold: "binary",
  published: [
    {
      ...{ system: "best agentic retrieval", metric: "mean score of answers", value: 0.3296, differs: [] },
      cited: "Choubey et al., Benchmarking Deep Search over Heterogeneous Enterprise Data, arXiv:2506.23139, abstract",
    },
  ],
};
