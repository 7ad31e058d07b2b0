import type { Summary } from "./summary.ts";

/** What a run is headed by: the pass rate, or where there is none by the nature of its truths, the first ranking metric. */
export function headlineMetric({ overall, cells }: Pick<Summary, "overall" | "cells">): "functional_pass" | "ndcg@10" {
  return cells === 0 || hasPassRate(overall) ? "functional_pass" : "ndcg@10";
}

/** Without a single score, nor one that could not be made, the metric is not about the run's questions. */
function hasPassRate({ functional_pass }: Summary["overall"]): boolean {
  return functional_pass === undefined || functional_pass.n + functional_pass.unscored > 0;
}
