import type { BaselineName } from "../../../record/domain/baseline-names.ts";
import { baselineKey } from "../../../record/domain/baseline-record.ts";
import { readBaselineRecords } from "../../../record/run-directory/baseline-records.ts";
import type { Scored } from "../../../results/analyses/scored.ts";
import type { ScoredExecution } from "../../../results/metrics/scored-execution.ts";
import { type ScoringInput, scoreRecords } from "./score-configuration.ts";

/** The same scores for rankers without a model. They are no configurations: no comparison or factor counts them. */
export async function scoreBaselines(input: ScoringInput): Promise<Scored["baselines"]> {
  const scored: Scored["baselines"][number][] = [];
  for (const name of input.config.baselines) scored.push({ name, executions: await scoreBaseline(input, name) });
  return scored;
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
      timing: record?.rank_ms === undefined ? null : { started_at: "", duration_ms: record.rank_ms, turns: 1 },
    });
  });
}
