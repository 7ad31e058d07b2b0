import { z } from "zod";
import { count as countField, judgingStage } from "../../../record/domain/fields.ts";
import type { Verdict } from "../../../record/domain/records.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";

export const verdictCountsSchema = z.strictObject({
  stage: judgingStage,
  judged: countField,
  blocked: countField,
  cascaded: countField,
});

export const metaCountsSchema = z.strictObject({
  arbitrated: countField,
  agree: countField,
  preferred_a: countField,
  preferred_b: countField,
  tie: countField,
  leniency: countField,
  harshness: countField,
  status_changed: countField.describe("the calibration judge's verdict was preferred where the two differ in status"),
});

/** How many verdicts each judging stage gave, and how many it could not give. */
export function countVerdicts(executions: readonly ScoredExecution[]): z.infer<typeof verdictCountsSchema>[] {
  return [
    { stage: "primary", ...countTypes(executions.map(({ primary }) => primary?.type)) },
    { stage: "calibration", ...countTypes(executions.map(({ calibration }) => calibration?.type)) },
    { stage: "meta", ...countTypes(executions.map(({ meta }) => meta?.type)) },
  ];
}

/** Rulings of the meta-judge. */
export function countMeta(executions: readonly ScoredExecution[]): z.infer<typeof metaCountsSchema> {
  const ruled = executions.filter(({ meta }) => meta?.type === "judged");
  const count = (holds: (execution: ScoredExecution) => boolean) => ruled.filter(holds).length;
  return {
    arbitrated: ruled.length,
    agree: count(({ meta }) => meta?.judgments_agree === true),
    preferred_a: count(({ meta }) => meta?.preferred_judgment === "A"),
    preferred_b: count(({ meta }) => meta?.preferred_judgment === "B"),
    tie: count(({ meta }) => meta?.preferred_judgment === "tie"),
    leniency: count(({ meta }) => meta?.bias_detected === "leniency"),
    harshness: count(({ meta }) => meta?.bias_detected === "harshness"),
    status_changed: count(
      ({ meta, primary, calibration }) => meta?.preferred_judgment === "B" && differ(primary, calibration),
    ),
  };
}

function countTypes(types: readonly (Verdict["type"] | undefined)[]) {
  const count = (...wanted: Verdict["type"][]) => types.filter((type) => type && wanted.includes(type)).length;
  return {
    judged: count("judged"),
    blocked: count("blocked"),
    cascaded: count("cascaded_failure", "cascaded_blocked"),
  };
}

function differ(a: Verdict | null, b: Verdict | null): boolean {
  return a?.judgement?.status !== b?.judgement?.status;
}
