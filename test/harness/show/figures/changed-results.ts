import { analyse } from "../../../../harness/results/analyses/analyse.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { eachField, type FieldValues } from "../../../../harness/results/metrics/fields.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";

export type Change = (execution: ScoredExecution) => ScoredExecution | null;

/** The run of the executions that are left. */
export function changed(scored: Scored, change: Change): Scored {
  const configurations = scored.configurations.flatMap(({ configuration, executions }) => {
    const kept = executions.flatMap((one) => change(copyOf(one)) ?? []);
    return kept.length === 0 ? [] : [{ configuration, executions: kept }];
  });
  const models = new Set(configurations.map(({ configuration }) => configuration.model));
  const config = { ...scored.config, models: scored.config.models.filter(({ name }) => models.has(name)) };
  return { ...scored, config, configurations, executions: configurations.flatMap(({ executions }) => executions) };
}

/** What is kept in columns has members that a copy by `...` leaves out. */
function copyOf(execution: ScoredExecution): ScoredExecution {
  const { scenario, timing, record } = execution;
  const fields = eachField((_, name) => execution[name]) as FieldValues;
  return { ...fields, scenario, timing, record: JSON.parse(JSON.stringify(record)) };
}

export const withScores = (
  execution: ScoredExecution,
  value: (metric: string, own: number) => number | null,
): ScoredExecution => {
  const scores = Object.entries(execution.record.scores).map(([metric, score]) => {
    if (score.value === null) return [metric, score];
    const next = value(metric, score.value);
    return [metric, next === null ? { value: null, reason: "no_verdict" } : { ...score, value: next }];
  });
  return { ...execution, record: { ...execution.record, scores: Object.fromEntries(scores) } };
};
export function resultsOf(scored: Scored): Results {
  const durations = scored.executions.flatMap(({ record, timing }) => {
    const { model, workflow, knowledge, outcome } = record;
    return timing ? [{ model, workflow, knowledge, outcome, seconds: timing.duration_ms / 1000 }] : [];
  });
  return {
    ...analyse(scored),
    scores: scored.executions.map(({ record }) => record),
    durations,
    syntheticCorpus: true,
  };
}
