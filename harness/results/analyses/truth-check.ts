import { z } from "zod";
import { count } from "../../record/domain/fields.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

/** Share of scenarios whose own truth may fail before the run's figures are worth nothing. */
export const MOST_FAILED_TRUTHS = 0.02;

const truthCheckSchema = z.strictObject({
  of: count.describe("scenarios whose truth was answered with; 0 where the baseline `oracle` was left out"),
  failed: z.array(
    z.strictObject({
      scenario_id: z.string(),
      functional: z.array(z.string()).describe("criteria of the functional verdict that the truth does not meet"),
      judge: z
        .string()
        .nullable()
        .describe("what the judge found missing; null where it passed the truth or gave no verdict"),
    }),
  ),
});
type TruthCheck = z.infer<typeof truthCheckSchema>;

export const truthCheck = defineAnalysis({
  name: "truth_check",
  schema: truthCheckSchema.describe(
    "Whether the ground truth itself, written as an answer, passes: what it fails, no agent can be blamed for.",
  ),
  needs: [],
  compute: ({ baselines }: Scored): TruthCheck => {
    const truths = baselines.find(({ name }) => name === "oracle")?.executions ?? [];
    const answered = truths.filter(
      ({ record, scenario }) => record.outcome === "success" && scenario.truth === undefined,
    );
    return { of: answered.length, failed: answered.flatMap(failureOf) };
  },
});

function failureOf({ record, functional, primary }: ScoredExecution): TruthCheck["failed"] {
  const missed = (functional ?? [])
    .filter(({ pass }) => !pass)
    .map(({ name, explanation }) => `${name}: ${explanation}`);
  const judgement = primary?.judgement;
  const judge = judgement?.status === "fail" ? judgement.summary : null;
  return missed.length > 0 || judge !== null ? [{ scenario_id: record.scenario_id, functional: missed, judge }] : [];
}
