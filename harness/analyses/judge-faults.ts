import type { JudgeFaultReport } from "../domain/judge-summary.ts";
import type { Verdict } from "../domain/records.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";

type Attempt = Verdict["attempts"][number];
/** What primary, calibration and meta verdicts have in common. */
type AnyVerdict = Pick<Verdict, "type"> & { attempts?: readonly Attempt[] };

const STAGES = ["primary", "calibration", "meta"] as const;

/** `metrics/judge_faults.json`: every fault of a judge by reason, whether a later attempt mended it, and what is unscored for it. */
export function countFaults(executions: readonly ScoredExecution[], limit: number): JudgeFaultReport {
  const stages = STAGES.map((stage) => ({ stage, ...countStage(executions.flatMap((entry) => entry[stage] ?? [])) }));
  const answered = executions.filter(({ record }) => record.outcome === "success");
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

function countStage(verdicts: readonly AnyVerdict[]): Omit<JudgeFaultReport["stages"][number], "stage"> {
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
