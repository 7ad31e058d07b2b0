import { makeIntervalFigure } from "./interval-by-configuration.ts";

export const ndcgByConfiguration = makeIntervalFigure({
  name: "ndcg10-by-configuration",
  metric: "ndcg@10",
  title: "NDCG@10 by configuration",
  definition:
    "Mean NDCG@10 of the recommended ids against the expected ids (binary relevance, gain 2^r - 1) over executions of answerable scenarios; an execution without an answer counts as 0, a missing one is unscored. Bars: 95 % interval, over scenarios. Order: highest mean first. Dashed lines: rankers without a language model; dotted: given the ground truth, so upper bounds.",
});
