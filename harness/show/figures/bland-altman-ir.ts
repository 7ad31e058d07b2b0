import { makeBlandAltmanFigure } from "./bland-altman.ts";

export const blandAltmanIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ndcg10",
  title: "Judge's composite and NDCG@10: do they measure the same?",
  definition:
    "The judge's overall score minus NDCG@10, over answered executions of answerable scenarios with a primary verdict.",
  behind: { answerable: "true", outcome: "success", metric: "overall_score,ndcg@10", has: "value" },
  select: ({ composite_vs_ir }) => composite_vs_ir.find(({ b }) => b === "ndcg@10"),
});

export const blandAltmanNormalisedIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ir",
  title: "Judge's composite and a normalised IR score: do they measure the same?",
  definition:
    "The judge's overall score minus the mean of NDCG@5, NDCG@10, MRR@10 and Recall@10 (the study's figure names a normalised IR score without its formula), over answered executions of answerable scenarios with a primary verdict.",
  behind: {
    answerable: "true",
    outcome: "success",
    metric: "overall_score,ndcg@5,ndcg@10,mrr@10,recall@10",
    has: "value",
  },
  select: ({ composite_vs_ir }) => composite_vs_ir.find(({ b }) => b === "mean_ir"),
});
