import { count, countOf } from "../../../base/counts.ts";
import { analyse } from "../../analyses/analyse.ts";
import { headlineMetric } from "../../analyses/headline.ts";
import type { AnalysisResults } from "../../analyses/registry.ts";
import type { Scored } from "../../analyses/scored.ts";
import { decimal, percent } from "../../drawing/format.ts";
import { scoreValue } from "../../metrics/scored-execution.ts";
import { writeFileAtomic } from "../../run-directory/atomic.ts";
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
