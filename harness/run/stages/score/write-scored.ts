import { writeFileAtomic } from "../../../../base/atomic.ts";
import { count, countOf } from "../../../../base/counts.ts";
import { decimal, percent } from "../../../print/format.ts";
import { analyse } from "../../../results/analyses/analyse.ts";
import { headlineMetric } from "../../../results/analyses/headline.ts";
import type { AnalysisResults } from "../../../results/analyses/registry.ts";
import type { Scored } from "../../../results/analyses/scored.ts";
import { scoreValue } from "../../../results/metrics/scored-execution.ts";
import { renderFiles } from "./render-files.ts";

/** Analyses what was scored and writes `metrics/` and `exports/trec/` into a folder. Gives one line about it. */
export async function writeScored(target: string, scored: Scored): Promise<string> {
  const results = analyse(scored);
  for (const [path, content] of renderFiles(target, scored, results)) await writeFileAtomic(path, content);
  return describe(scored, results);
}

function describe({ executions }: Scored, { summary }: AnalysisResults): string {
  const missing = executions.filter(({ record }) => record.outcome === "missing").length;
  const unjudged = executions.filter((execution) => scoreValue(execution, "pass") === null).length - missing;
  const { functional_pass, pass, "ndcg@10": ndcg, map } = summary.overall;
  const headline =
    headlineMetric(summary) === "functional_pass"
      ? `functional pass ${percent(functional_pass?.mean)}`
      : `NDCG@10 ${decimal(ndcg?.mean)}, MAP ${decimal(map?.mean)}`;
  return [
    `${missing > 0 ? `${count(executions.length - missing)} of ` : ""}${countOf(executions.length, "execution")}: ${headline}`,
    `judge's ${percent(pass?.mean)}`,
    ...(unjudged > 0 ? [`${unjudged} without a verdict`] : []),
  ].join(", ");
}
