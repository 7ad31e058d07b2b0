import { makeBlandAltmanFigure } from "./bland-altman.ts";

export const blandAltmanIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ndcg10",
  title: "Judge's composite and NDCG@10: do they measure the same?",
  definition:
    "The judge's overall score minus NDCG@10, over answered executions of answerable scenarios with a primary verdict.",
  behind: { answerable: "true", outcome: "success", metric: "overall_score,ndcg@10", has: "value" },
  select: ({ composite_vs_ir }) => composite_vs_ir.find(({ b }) => b === "ndcg@10"),
});
