import { makeBlandAltmanFigure } from "./bland-altman.ts";

export const blandAltmanIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ndcg10",
  title: "Judge's composite and NDCG@10: do they measure the same?",
  definition:
    "The judge's overall score minus NDCG@10, over executions of answerable scenarios with a primary verdict.",
  select: ({ compositeVsIr }) => compositeVsIr.find(({ a, b }) => `${a} ${b}`.includes("ndcg@10")) ?? compositeVsIr[0],
});
