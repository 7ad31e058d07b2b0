import { countOf } from "../../../base/counts.ts";
import { analyse } from "../../analyses/analyse.ts";
import type { AnalysisResults } from "../../analyses/registry.ts";
import type { Scored } from "../../analyses/scored.ts";
import { GRAPH } from "../../dag/graph.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { percent } from "../../drawing/format.ts";
import { writeFileAtomic } from "../../run-directory/atomic.ts";
import { loadInput } from "./load-input.ts";
import { renderFiles } from "./render-files.ts";
import { scoreRun } from "./score-run.ts";

/** Turns the records of a run into `metrics/` and `exports/trec/`. Reads no model, no clock and no substrate. */
export const scoreStage = {
  name: "score",
  ...GRAPH.score,
  version: 8,
  derived: true,
  settings: ({ models, external_agents, workflows, knowledge, baselines, repeats, judges, max_unscored_rate }) => ({
    max_unscored_rate,
    external_agents: external_agents.map(({ name }) => name),
    models: models.map(({ name, provider, price }) => ({ name, provider, price })),
    workflows,
    knowledge,
    baselines,
    repeats,
    thresholds: { entity: judges.entity_threshold, alignment: judges.alignment_threshold },
  }),
  async run(context: StageContext) {
    const input = await loadInput(context);
    const scored = await scoreRun(input, context);
    if (scored === null) return "interrupted";
    const results = analyse(scored);
    const target = context.outputDirectory ?? context.runDirectory;
    for (const [path, content] of renderFiles(target, scored, results)) await writeFileAtomic(path, content);
    return describe(scored, results);
  },
} satisfies Stage;

function describe({ executions }: Scored, { summary }: AnalysisResults): string {
  const missing = executions.filter(({ record }) => record.outcome === "missing").length;
  const unjudged = executions.filter(({ record }) => record.scores.pass?.value === null).length;
  const { functional_pass, pass } = summary.overall;
  return [
    `${countOf(executions.length, "execution")}: functional pass ${percent(functional_pass?.mean)}`,
    `judge's ${percent(pass?.mean)}`,
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(unjudged > 0 ? [`${unjudged} without a verdict`] : []),
  ].join(", ");
}
