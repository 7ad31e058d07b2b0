import { makeIntervalFigure } from "./interval-by-configuration.ts";

export const mrrByConfiguration = makeIntervalFigure({
  name: "mrr10-by-configuration",
  metric: "mrr@10",
  title: "MRR@10 by configuration",
  definition:
    "Mean reciprocal rank of the first expected id among the first ten recommended (0 when none is there) over executions of answerable scenarios. Bars: 95 % interval, over scenarios. Order: highest mean first. Dashed lines: rankers without a language model; dotted: given the ground truth, so upper bounds.",
});
