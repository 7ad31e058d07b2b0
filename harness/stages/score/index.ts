import { countOf } from "../../../base/counts.ts";
import { analyse } from "../../analyses/analyse.ts";
import type { Scored } from "../../analyses/scored.ts";
import { GRAPH } from "../../dag/graph.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { writeFileAtomic } from "../../run-directory/atomic.ts";
import { loadInput } from "./load-input.ts";
import { renderFiles } from "./render-files.ts";
import { scoreRun } from "./score-run.ts";

/** Turns the records of a run into `metrics/` and `exports/trec/`. Reads no model, no clock and no substrate. */
export const scoreStage = {
  name: "score",
  ...GRAPH.score,
  version: 6,
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
    return describe(scored);
  },
} satisfies Stage;

function describe({ executions }: Scored): string {
  const missing = executions.filter(({ record }) => record.outcome === "missing").length;
  const unjudged = executions.filter(({ record }) => record.scores.pass?.value === null).length;
  return `${countOf(executions.length, "execution")} scored, ${missing} missing, ${unjudged} without a verdict`;
}
