import { z } from "zod";
import { FAILURE_REASON_NAMES } from "../../../../agent/contract/failure-reasons.ts";
import { median } from "../../../../measure/statistics/basics/describe.ts";
import { costOf } from "../../../record/config/cost.ts";
import type { Config } from "../../../record/config/schema.ts";
import { countReasons } from "../../../record/domain/ending.ts";
import { type Estimate, estimateSchema } from "../../../record/domain/estimate.ts";
import {
  configuration as configurationFields,
  count as countField,
  numberOrNull,
} from "../../../record/domain/fields.ts";
import { configurationName } from "../../../record/domain/names.ts";
import { balancedAccuracy } from "../../metrics/balanced-accuracy.ts";
import { estimateMetrics } from "../../metrics/estimate.ts";
import { type ScoredExecution, scoreValue, wasExecuted } from "../../metrics/scored-execution.ts";
import type { ScoredConfiguration } from "../scored.ts";

const abstentionSchema = z.strictObject({
  correct: countField.describe("abstained on unanswerable, of `unanswerable`"),
  missed: countField,
  false: countField.describe("abstained on answerable, of `answerable`"),
  unanswerable: countField,
  answerable: countField,
  no_answer: countField.describe("executions without an answer (timeout, error): neither"),
  balanced_accuracy: estimateSchema
    .optional()
    .describe(
      "mean of the shares of unanswerable declined and of answerable not declined: .5 for who always abstains; absent in results of earlier versions",
    ),
});
export type AbstentionCounts = z.infer<typeof abstentionSchema>;

export const configurationSummarySchema = z.strictObject({
  ...configurationFields,
  metrics: z
    .record(z.string(), estimateSchema)
    .describe(
      "by metric; ranking metrics over answerable scenarios only. `functional_pass` is the pass rate, `pass` the judge's",
    ),
  abstention: abstentionSchema,
  outcomes: z.strictObject({
    success: countField,
    timeout: countField,
    agent_error: countField,
    cascaded_failure: countField,
    missing: countField,
  }),
  failures: z
    .partialRecord(z.enum(FAILURE_REASON_NAMES), countField)
    .optional()
    .describe("executions that failed, by the reason; absent where none did"),
  cut_off: z
    .strictObject({
      answers: countField.describe("of the model, calls among them, that ended at its output limit"),
      executions: countField.describe("that had such an answer"),
      recovered: countField.describe("of these, those that ended in success: the agent was asked again, or went on"),
    })
    .optional()
    .describe("absent where no answer was cut off, or no provider tells"),
  tool_calls: z
    .strictObject({ total: numberOrNull, errors: numberOrNull, median: numberOrNull })
    .describe("null when no execution tells"),
  tokens: z.strictObject({
    input_median: numberOrNull,
    output_median: numberOrNull,
    input_total: numberOrNull.describe("null when no execution tells"),
    output_total: numberOrNull,
    cached_share: numberOrNull
      .optional()
      .describe(
        "of the input tokens, what came from a provider's cache; null where no provider tells, absent in runs of earlier versions",
      ),
    estimated: z.boolean(),
  }),
  cost: numberOrNull.describe("US dollars; null when a price is unknown, or what an execution took"),
});
export type ConfigurationSummary = z.infer<typeof configurationSummarySchema>;

export function summarizeConfiguration(
  config: Config,
  { configuration, executions }: ScoredConfiguration,
): ConfigurationSummary {
  const tokens = { input: values(executions, "tokens_in"), output: values(executions, "tokens_out") };
  const calls = values(executions, "tool_calls");
  const failed = executions.flatMap(({ record }) => record.reason ?? []);
  const totals = {
    input: sum(tokens.input),
    output: sum(tokens.output),
    cachedInput: sum(executions.map(({ cachedInput }) => cachedInput ?? 0)),
    cacheWrite: sum(executions.map(({ cacheWrite }) => cacheWrite ?? 0)),
  };
  const metrics = estimateMetrics(executions, configurationName(configuration));
  return {
    ...configuration,
    metrics,
    abstention: countAbstentions(executions, metrics),
    outcomes: countOutcomes(executions),
    ...(failed.length > 0 && { failures: countReasons(failed) }),
    ...countCutOff(executions),
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
      cached_share: cachedShare(executions),
      estimated: executions.some((execution) => execution.tokensEstimated),
    },
    cost: costOf(config, configuration.model, areTold(executions) ? totals : null),
  };
}

/** Over the executions whose provider tells. */
export function cachedShare(executions: readonly ScoredExecution[]): number | null {
  const told = executions.filter(({ cachedInput }) => cachedInput !== undefined);
  const input = sum(values(told, "tokens_in"));
  return input === 0 ? null : sum(told.map(({ cachedInput }) => cachedInput!)) / input;
}

/** Whether every execution that ran tells its tokens. */
function areTold(executions: readonly ScoredExecution[]): boolean {
  return executions.every((execution) => !wasExecuted(execution) || scoreValue(execution, "tokens_in") !== null);
}

function countAbstentions(
  executions: readonly ScoredExecution[],
  metrics: Readonly<Record<string, Estimate>>,
): AbstentionCounts {
  const count = (metric: string) => values(executions, metric).filter((value) => value === 1).length;
  // What was never executed neither abstained nor answered.
  const known = executions.filter((one) => one.scenario.truth === undefined && wasExecuted(one));
  return {
    correct: count("abstention_correct"),
    missed: count("abstention_missed"),
    false: count("abstention_false"),
    unanswerable: known.filter(({ scenario }) => !scenario.answerable).length,
    answerable: known.filter(({ scenario }) => scenario.answerable).length,
    no_answer: executions.filter((one) => wasExecuted(one) && one.record.outcome !== "success").length,
    balanced_accuracy: balancedAccuracy(metrics.abstention_correct!, metrics.abstention_false!),
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

export function countCutOff(executions: readonly ScoredExecution[]): Pick<ConfigurationSummary, "cut_off"> {
  const cut = executions.filter(({ answersCutOff = 0 }) => answersCutOff > 0);
  if (cut.length === 0) return {};
  const recovered = cut.filter(({ record }) => record.outcome === "success").length;
  const answers = sum(cut.map(({ answersCutOff = 0 }) => answersCutOff));
  return { cut_off: { answers, executions: cut.length, recovered } };
}

function values(executions: readonly ScoredExecution[], metric: string): number[] {
  return executions.map((execution) => scoreValue(execution, metric)).filter((value) => value !== null);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
