import { FAMILIES } from "../../scenarios/schema.ts";
import type { BaselineName } from "../baselines/names.ts";
import { BASELINES } from "../baselines/registry.ts";
import { baselineKey } from "../domain/baseline-record.ts";
import type { BaselineSummary } from "../domain/summary.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { EXECUTION_METRIC_NAMES } from "../metrics/execution/registry.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { readBaselineRecords } from "../run-directory/baseline-records.ts";
import { type ScoringInput, scoreRecords } from "../stages/score/score-configuration.ts";

/** `metrics/baselines.json`: the same scores for rankers without a model. They are no configurations: no comparison or factor counts them. */
export async function scoreBaselines(input: ScoringInput): Promise<BaselineSummary[]> {
  const summaries: BaselineSummary[] = [];
  for (const name of input.config.baselines) summaries.push(summarizeBaseline(name, await scoreBaseline(input, name)));
  return summaries;
}

async function scoreBaseline(input: ScoringInput, name: BaselineName): Promise<ScoredExecution[]> {
  const records = await readBaselineRecords(input.runDirectory, name);
  const byScenario = new Map(records.map((record) => [record.scenario_id, record]));
  return input.scenarios.map((scenario) => {
    const key = baselineKey({ baseline: name, scenario_id: scenario.id });
    const record = byScenario.get(scenario.id);
    return scoreRecords(input, {
      key,
      scenario,
      outcome: record?.extraction.outcome ?? "missing",
      extraction: record ? { ...key, ...record.extraction } : null,
      primary: record ? { ...key, ...record.verdict } : null,
      calibration: null,
      meta: null,
      timing: null,
    });
  });
}

function summarizeBaseline(name: BaselineName, executions: readonly ScoredExecution[]): BaselineSummary {
  const { label, definition, knows } = BASELINES[name];
  const estimates = (of: readonly ScoredExecution[], seed: string) =>
    Object.fromEntries(EXECUTION_METRIC_NAMES.map((metric) => [metric, estimateMean(of, metric, seed)]));
  return {
    name,
    label,
    definition,
    knows,
    metrics: estimates(executions, `baseline/${name}`),
    families: FAMILIES.flatMap((family) => {
      const own = executions.filter(({ scenario }) => scenario.family === family);
      const ndcg = estimateMean(own, "ndcg@10", `baseline/${name}/${family}`);
      return own.length === 0 ? [] : [{ family, ndcg }];
    }),
  };
}
