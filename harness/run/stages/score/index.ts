import type { Stage, StageContext } from "../../../dag/stage.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { problemsOfResults } from "../../../results/analyses/read-results.ts";
import { EXECUTION_METRICS } from "../../../results/metrics/execution/registry.ts";
import { loadInput } from "./load-input.ts";
import { scoreRun } from "./score-run.ts";
import { writeScored } from "./write-scored.ts";

/** Turns the records of a run into `metrics/` and `exports/trec/`. Reads no model, no clock and no substrate. */
export const scoreStage = {
  name: "score",
  ...GRAPH.score,
  version: 13,
  derived: true,
  settings: ({
    models,
    external_agents,
    workflows,
    knowledge,
    factors,
    design,
    baselines,
    repeats,
    judges,
    max_unscored_rate,
    wordnet,
  }) => ({
    max_unscored_rate,
    external_agents: external_agents.map(({ name }) => name),
    models: models.map(({ name, provider, price }) => ({ name, provider, price })),
    workflows,
    knowledge,
    factors,
    design,
    baselines,
    repeats,
    wordnet,
    // A run that was scored before a metric was there lacks its column.
    metrics: EXECUTION_METRICS.map(({ name }) => name),
    thresholds: { entity: judges.entity_threshold, alignment: judges.alignment_threshold },
  }),
  async unreadable(runDirectory: string) {
    const problems = await problemsOfResults(runDirectory);
    return problems.length > 0 ? [`${problems[0]}, as another version left it`] : [];
  },
  async run(context: StageContext) {
    const input = await loadInput(context);
    const scored = await scoreRun(input, context);
    if (scored === null) return "interrupted";
    return writeScored(context.outputDirectory ?? context.runDirectory, scored);
  },
} satisfies Stage;
