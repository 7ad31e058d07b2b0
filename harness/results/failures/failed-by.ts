import { quantile } from "../../../measure/statistics/basics/describe.ts";
import type { Extraction, ScoreRecord } from "../../record/domain/records.ts";
import { findScore } from "../../record/scores/score-records.ts";
import { EXECUTION_METRICS } from "../metrics/execution/registry.ts";
import type { FailedBy } from "./failure.ts";

/** What counts as failed. */
export interface FailedRules {
  by: readonly FailedBy[];
  /** With `below`: executions whose metric is among the worst share. */
  below: { metric: string; share: number } | null;
}

export const DEFAULT_RULES: FailedRules = { by: ["error", "functional", "contract", "judge"], below: null };

/**
 * Tells by which of the rules an execution failed; [] where by none. What a run has no number of (no judge, no functional verdict) fails nobody.
 * @param records those among which a metric's quantile is taken
 */
export function failedBy(
  { by, below }: FailedRules,
  records: readonly ScoreRecord[],
): (score: ScoreRecord, extraction: Extraction | null) => FailedBy[] {
  const isAmongWorst = below && amongWorst(below, records);
  const rules: Record<FailedBy, (score: ScoreRecord, extraction: Extraction | null) => boolean> = {
    error: ({ outcome }) => outcome !== "success",
    functional: (score) => findScore(score, "functional_pass")?.value === 0,
    contract: (_score, extraction) => extraction?.contract_fallback ?? false,
    judge: (score) => findScore(score, "pass")?.value === 0,
    below: (score) => isAmongWorst?.(score) ?? false,
  };
  const asked = below ? [...new Set([...by, "below" as const])] : by;
  return (score, extraction) => asked.filter((rule) => rules[rule](score, extraction));
}

/** At the quantile or beyond, in the direction in which the metric gets worse. The best value that there is is never among the worst. */
function amongWorst(
  { metric, share }: NonNullable<FailedRules["below"]>,
  records: readonly ScoreRecord[],
): (score: ScoreRecord) => boolean {
  const sign = EXECUTION_METRICS.find(({ name }) => name === metric)?.better === "lower" ? -1 : 1;
  const goodness = (record: ScoreRecord) => {
    const value = findScore(record, metric)?.value ?? null;
    return value === null ? null : sign * value;
  };
  const values = records.map(goodness).filter((value) => value !== null);
  const limit = quantile(values, share) ?? Number.NEGATIVE_INFINITY;
  const best = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return (score) => {
    const value = goodness(score);
    return value !== null && value <= limit && value < best;
  };
}
