import { UserError } from "../../../../base/user-error.ts";
import { BASELINE_NAMES, type BaselineName } from "../../../record/domain/baseline-names.ts";
import { readBaselineScores } from "../../../record/run-directory/scores.ts";
import type { ScoredRun } from "./read-run.ts";
import { type RunSource, roundScore } from "./run-source.ts";

export function isRankerName(name: string): name is BaselineName {
  return BASELINE_NAMES.some((known) => known === name);
}

/**
 * A ranker without a model of this run, held against every execution of it: the ranker's answer to the scenario, which is the same
 * for all configurations and repeats. It asks no model, so it costs nothing; how long it took is not known.
 * @throws UserError `usage` when the run has no such baseline
 */
export async function readRanker(runDirectory: string, run: ScoredRun, name: BaselineName): Promise<RunSource> {
  const records = (await readBaselineScores(runDirectory)).filter(({ baseline }) => baseline === name);
  if (records.length === 0)
    throw new UserError("usage", `${run.label} has no baseline ${name}`, {
      hint: `name it under \`baselines:\` of the run's configuration: ${BASELINE_NAMES.join(", ")}`,
    });
  const byScenario = new Map(records.map((record) => [record.scenario_id, record]));
  return {
    kind: "ranker",
    label: name,
    provenance: { ...run.provenance, configurations: {}, cost_usd: 0, latency_median_s: null, latency_p95_s: null },
    executions: run.executions.map(({ record: _, ...execution }) => {
      const found = byScenario.get(execution.scenario);
      const scores = Object.entries(found?.scores ?? {}).map(([metric, score]) => [metric, roundScore(score)]);
      return { ...execution, outcome: found?.outcome ?? "missing", scores: Object.fromEntries(scores) };
    }),
    notes: ["a ranker without a model, no configuration: held against each configuration of the run"],
  };
}
