import { FAILURE_REASON_NAMES, type FailureReason } from "../../../agent/contract/failure-reasons.ts";
import { grouped } from "../../../base/grouped.ts";
import { configurationLabel, percent } from "../../print/format.ts";
import { endingOf } from "../../record/domain/ending.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { FailureRow } from "./site-data.ts";

const FAILED = ["timeout", "agent_error", "cascaded_failure", "missing"] as const;

/** What failed and what is missing, where most, and what that does to the pass rate. Kinds that did not occur are left out. */
export function makeFailures({ scores, judge }: Results): FailureRow[] {
  const outcomes = FAILED.flatMap((outcome) => {
    const members = scores.filter((record) => record.outcome === outcome);
    const reasons = outcome === "agent_error" ? reasonsOf(members) : [];
    const parts = reasons.length > 0 ? reasons : [undefined];
    return members.length === 0 ? [] : parts.map((reason) => failureRow({ outcome, reason }, members, scores));
  });
  const judged = judge.verdicts.filter(({ blocked }) => blocked > 0);
  return [
    ...outcomes,
    ...judged.map(({ stage, blocked, judged: done }) => ({
      what: `blocked verdict, ${stage}`,
      count: blocked,
      of: blocked + done,
      where: "",
      effect: "unscored: left out of the judge's pass rate and quality, not counted as fail",
      behind: { metric: `judged_${stage}`, has: "unscored" as const, reason: "blocked" },
      affected: null,
    })),
  ];
}

/** Those that these failed for; one that has none stands in results of earlier versions. */
function reasonsOf(members: readonly ScoreRecord[]): FailureReason[] {
  return FAILURE_REASON_NAMES.filter((name) => members.some(({ reason = "unknown" }) => reason === name));
}

function failureRow(
  { outcome, reason }: { outcome: (typeof FAILED)[number]; reason: FailureReason | undefined },
  ofOutcome: readonly ScoreRecord[],
  all: readonly ScoreRecord[],
): FailureRow {
  const members = reason ? ofOutcome.filter((record) => (record.reason ?? "unknown") === reason) : ofOutcome;
  const [where] = [...grouped(members, configurationLabel)].sort((a, b) => b[1].length - a[1].length);
  return {
    what: endingOf({ outcome, failure: reason ?? null }),
    count: members.length,
    of: all.length,
    where: where ? `${where[0]} (${where[1].length})` : "",
    ...(outcome === "missing"
      ? { effect: "unscored: in no mean", affected: null }
      : { effect: describeEffect(members, all), affected: { metric: "functional_pass" } }),
    behind: { outcome, ...(reason && { failure: reason }) },
  };
}

/** A failure counts as fail; says how the pass rate would read without these executions. */
function describeEffect(members: readonly ScoreRecord[], all: readonly ScoreRecord[]): string {
  const without = new Set(members);
  const rate = passRate(all);
  const rest = passRate(all.filter((record) => !without.has(record)));
  return `counted as fail: functional pass rate of all ${percent(rate)}, without them ${percent(rest)}`;
}

function passRate(records: readonly ScoreRecord[]): number | null {
  const values = records
    .map((record) => findScore(record, "functional_pass")?.value ?? null)
    .filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
