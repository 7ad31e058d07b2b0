import { COMPLEXITIES, FAMILIES } from "../../scenarios/schema.ts";
import type { Config } from "../config/schema.ts";
import { type Configuration, configurationName } from "../domain/names.ts";
import type { AbstentionCounts, BreakdownRow, ConfigurationSummary, Estimate, Summary } from "../domain/summary.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { EXECUTION_METRIC_NAMES } from "../metrics/execution/registry.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { costOf } from "../stages/execute/cost.ts";
import { median } from "../statistics/basics/describe.ts";
import { makePolicies } from "./policies.ts";

/** The executions of one configuration, in matrix order. */
export interface ScoredConfiguration {
  configuration: Configuration;
  executions: readonly ScoredExecution[];
}

/** Metrics that are also broken down by family and by complexity. */
const BROKEN_DOWN = [
  "pass",
  "overall_score",
  "ndcg@10",
  "mrr@10",
  "recall@10",
  "entity_coverage",
  "grounding_coverage",
] as const;

/** `metrics/summary.json`. */
export function summarize(config: Config, configurations: readonly ScoredConfiguration[]): Summary {
  const all = configurations.flatMap(({ executions }) => executions);
  const judges = all.flatMap(({ primary, calibration, meta }) => [primary, calibration, meta]);
  const standIns = judges.flatMap((verdict) => (verdict?.stand_in ? [verdict.evaluator] : []));
  return {
    scenarios: new Set(all.map(({ scenario }) => scenario.id)).size,
    cells: all.length,
    stand_in_models: config.models.filter((model) => model.provider === "policy").map((model) => model.name),
    stand_in_judges: [...new Set(standIns)].sort(),
    policies: makePolicies(config),
    configurations: configurations.map((entry) => summarizeConfiguration(config, entry)),
    breakdown: configurations.flatMap(breakDown),
    overall: estimateAll(all, "overall"),
  };
}

function summarizeConfiguration(
  config: Config,
  { configuration, executions }: ScoredConfiguration,
): ConfigurationSummary {
  const tokens = { input: values(executions, "tokens_in"), output: values(executions, "tokens_out") };
  const calls = values(executions, "tool_calls");
  const totals = {
    input: sum(tokens.input),
    output: sum(tokens.output),
    cachedInput: sum(executions.map(({ cache }) => cache.cachedInput ?? 0)),
    cacheWrite: sum(executions.map(({ cache }) => cache.cacheWrite ?? 0)),
  };
  return {
    ...configuration,
    metrics: estimateAll(executions, configurationName(configuration)),
    abstention: countAbstentions(executions),
    outcomes: countOutcomes(executions),
    tool_calls: {
      total: calls.length === 0 ? null : sum(calls),
      errors: calls.length === 0 ? null : sum(values(executions, "tool_errors")),
      median: median(calls),
    },
    tokens: {
      input_median: median(tokens.input),
      output_median: median(tokens.output),
      input_total: tokens.input.length === 0 ? null : totals.input,
      output_total: tokens.output.length === 0 ? null : totals.output,
      estimated: executions.some((execution) => execution.tokensEstimated),
    },
    cost: costOf(config, configuration.model, totals),
  };
}

function estimateAll(executions: readonly ScoredExecution[], name: string): Record<string, Estimate> {
  return Object.fromEntries(EXECUTION_METRIC_NAMES.map((metric) => [metric, estimateMean(executions, metric, name)]));
}

function breakDown({ configuration, executions }: ScoredConfiguration): BreakdownRow[] {
  const factors = [
    ...FAMILIES.map((level) => ({ by: "family" as const, level })),
    ...COMPLEXITIES.map((level) => ({ by: "complexity" as const, level })),
  ];
  return factors.flatMap(({ by, level }) => {
    const part = executions.filter(({ record }) => record[by] === level);
    if (part.length === 0) return [];
    const name = `${configurationName(configuration)}/${by}/${level}`;
    return BROKEN_DOWN.map((metric) => ({
      ...configuration,
      by,
      level,
      metric,
      estimate: estimateMean(part, metric, name),
    }));
  });
}

function countAbstentions(executions: readonly ScoredExecution[]): AbstentionCounts {
  const count = (metric: string) => values(executions, metric).filter((value) => value === 1).length;
  return {
    correct: count("abstention_correct"),
    missed: count("abstention_missed"),
    false: count("abstention_false"),
    unanswerable: executions.filter(({ scenario }) => !scenario.answerable).length,
    answerable: executions.filter(({ scenario }) => scenario.answerable).length,
    no_answer: executions.filter(({ record }) => record.outcome !== "success").length,
  };
}

function countOutcomes(executions: readonly ScoredExecution[]): ConfigurationSummary["outcomes"] {
  const count = (outcome: string) => executions.filter(({ record }) => record.outcome === outcome).length;
  return {
    success: count("success"),
    timeout: count("timeout"),
    agent_error: count("agent_error"),
    cascaded_failure: count("cascaded_failure"),
    missing: count("missing"),
  };
}

function values(executions: readonly ScoredExecution[], metric: string): number[] {
  return executions.map((execution) => scoreValue(execution, metric)).filter((value) => value !== null);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
