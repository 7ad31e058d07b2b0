import { z } from "zod";
import { count, judgingStage, numberOrNull } from "../../record/domain/fields.ts";
import type { Verdict } from "../../record/domain/records.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";

type Attempt = Verdict["attempts"][number];
/** What primary, calibration and meta verdicts have in common. */
type AnyVerdict = Pick<Verdict, "type"> & { attempts?: readonly Attempt[] };

const reasonsSchema = z.array(z.strictObject({ reason: z.string(), count }));

const judgeFaultsSchema = z.strictObject({
  stages: z.array(
    z.strictObject({
      stage: judgingStage,
      judged: count,
      blocked: count,
      cascaded: count,
      faults: z
        .array(z.strictObject({ reason: z.string(), attempts: count, mended: count, blocked: count }))
        .describe(
          "attempts that gave no usable form: mended when a later attempt of the same verdict did, blocked when none did",
        ),
      providers: reasonsSchema.describe("faulty attempts by provider"),
    }),
  ),
  unscored: z
    .strictObject({
      count,
      of: count,
      share: numberOrNull,
      limit: z.number(),
      reasons: reasonsSchema,
    })
    .describe(
      "answered executions without a primary verdict, of questions with a known truth; above the limit the run exits with 2",
    ),
});
type JudgeFaults = z.infer<typeof judgeFaultsSchema>;

export const judgeFaults = defineAnalysis({
  name: "judge_faults",
  schema: judgeFaultsSchema.describe(
    "Every fault of a judge by reason, whether a later attempt mended it, and what is unscored for it.",
  ),
  needs: [],
  compute: ({ executions, config }) => countFaults(executions, config.max_unscored_rate),
});

function countFaults(executions: readonly ScoredExecution[], limit: number): JudgeFaults {
  const stages = judgingStage.options.map((stage) => ({
    stage,
    ...countStage(executions.flatMap((entry) => entry[stage] ?? [])),
  }));
  const answered = executions.filter(
    ({ record, scenario }) => record.outcome === "success" && scenario.truth === undefined,
  );
  const without = answered.filter(({ primary }) => primary?.type !== "judged");
  const reasons = countBy(without.map(({ primary }) => reasonOf(primary)));
  const share = answered.length === 0 ? null : without.length / answered.length;
  return { stages, unscored: { count: without.length, of: answered.length, share, limit, reasons } };
}

/** Why there is no verdict: the fault after which nothing was left to try. */
function reasonOf(verdict: AnyVerdict | null): string {
  const last = verdict?.attempts?.at(-1);
  return last ? codeOf(last) : (verdict?.type ?? "no_record");
}

function countStage(verdicts: readonly AnyVerdict[]): Omit<JudgeFaults["stages"][number], "stage"> {
  const ofType = (...types: Verdict["type"][]) => verdicts.filter(({ type }) => types.includes(type)).length;
  const attempts = verdicts.flatMap(({ type, attempts: tried = [] }) => tried.map((attempt) => ({ attempt, type })));
  const faults = [...new Set(attempts.map(({ attempt }) => codeOf(attempt)))].sort().map((reason) => {
    const mine = attempts.filter(({ attempt }) => codeOf(attempt) === reason);
    const blocked = mine.filter(({ type }) => type === "blocked").length;
    return { reason, attempts: mine.length, mended: mine.length - blocked, blocked };
  });
  return {
    judged: ofType("judged"),
    blocked: ofType("blocked"),
    cascaded: ofType("cascaded_failure", "cascaded_blocked"),
    faults,
    providers: countBy(attempts.map(({ attempt }) => attempt.provider)),
  };
}

/** `schema: quality.relevance ...` is of code `schema`. */
function codeOf({ error }: Attempt): string {
  return error.slice(0, Math.max(0, error.indexOf(":"))) || "unknown";
}

function countBy(reasons: readonly string[]): { reason: string; count: number }[] {
  return [...new Set(reasons)]
    .sort()
    .map((reason) => ({ reason, count: reasons.filter((other) => other === reason).length }));
}
