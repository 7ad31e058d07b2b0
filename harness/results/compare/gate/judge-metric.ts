import { countOf } from "../../../../base/counts.ts";
import type { GateRule } from "../../../record/config/gate-schema.ts";
import { nameAbsent, showShare } from "../comparable.ts";
import { scenariosLike } from "../detectable.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { coverageText, showChange, showP, showValue } from "../render/format.ts";
import { MOST_SCENARIOS } from "../test-of-change.ts";
import type { Decision, RuleResult } from "./rule-result.ts";

const SHOWN_EXECUTIONS = 5;

/**
 * One rule on one metric. A regression must be real (corrected p at most the rule's level) and large enough (at least
 * `min_effect`); a loss that is large but not sure, or a margin that the interval does not rule out, is inconclusive.
 * Where a series looks in between, `called` times the level of the row calls a loss. A pass is one without reserve only where the interval rules out a loss that matters: that nothing changed here does not.
 */
export function judgeMetric(row: MetricComparison, rule: GateRule, called = 1): RuleResult {
  const sign = row.better === "lower" ? -1 : 1;
  const finding = (decision: Decision, reason: string): RuleResult => ({
    ...ruleOf(row),
    decision,
    message: `${reason}; ${figures(row)}`,
    executions:
      decision === "pass" || decision === "improvement"
        ? []
        : row.worst.slice(0, SHOWN_EXECUTIONS).map(({ name }) => name),
  });
  if (row.difference === null) return finding("inconclusive", "no pair is scored on both sides");
  const loss = -sign * row.difference;
  const real = called > 0 && row.adjusted_p !== null && row.adjusted_p <= row.level * called;
  const large = loss > 0 && loss >= rule.min_effect;
  if (real && large)
    return finding(
      "regression",
      `worse by ${showValue(loss, row.unit)}, of which ${showValue(rule.min_effect, row.unit)} matter`,
    );
  if (large) return finding("inconclusive", `a loss that would matter, and may be chance${forProof(row, loss)}`);
  if (row.hidden !== null && row.hidden > 0 && row.hidden >= rule.min_effect)
    return finding(
      "inconclusive",
      `${countOf(row.absent.candidate.length, "score")} that the candidate lacks could hide a loss of ${showValue(row.hidden, row.unit)}`,
    );
  if (rule.margin !== undefined && !rulesOut(rule.margin, row, sign))
    return finding("inconclusive", `a loss of ${showValue(rule.margin, row.unit)} is not ruled out`);
  if (real && loss < 0) return finding("improvement", `better by ${showValue(-loss, row.unit)}`);
  const seen =
    real && loss > 0
      ? `a real loss, smaller than the ${showValue(rule.min_effect, row.unit)} that matter`
      : loss === 0
        ? "no difference"
        : "no loss that matters";
  if (rule.margin !== undefined || rulesOut(rule.min_effect, row, sign)) return finding("pass", seen);
  const unseen = { loss: rule.min_effect, found_from: row.detectable };
  return { ...finding("pass", `${seen}${unseenText(row, unseen)}`), unseen };
}

/** The rule's name and what it is about. */
function ruleOf({ metric, group }: MetricComparison): Pick<RuleResult, "rule" | "metric" | "group"> {
  return { rule: `${metric}${ofGroup(group)}`, metric, ...(group !== "all" && { group }) };
}

export function ofGroup(group: string): string {
  return group === "all" ? "" : ` of ${group}`;
}

/** Nothing that the answers follow from changed, and no score did. */
export function foundIdentical(row: MetricComparison): RuleResult {
  const message = "identical: nothing that the answers follow from changed, and no score did; nothing is tested";
  return { ...ruleOf(row), decision: "pass", message, executions: [] };
}

function unseenText({ unit }: MetricComparison, { loss, found_from }: NonNullable<RuleResult["unseen"]>): string {
  const from =
    found_from === null
      ? "so few scenarios show none"
      : `one is found 4 times in 5 from ${showValue(found_from, unit)} on`;
  return `, but a loss of ${showValue(loss, unit)} is not ruled out (${from})`;
}

/** Too few of the scores that a rule is about are on both sides to judge it. */
export function tooFewScores(row: MetricComparison, coverage: number): RuleResult | null {
  const { pairs, expected, absent, unscored } = row;
  if (expected === 0 || (pairs > 0 && pairs / expected >= coverage)) return null;
  const reasons = Object.entries(unscored).map(([reason, count]) => `${count} ${reason}`);
  return {
    ...ruleOf(row),
    decision: "not-comparable",
    message: `${pairs} of ${countOf(expected, "score is", "scores are")} on both sides, ${showShare(coverage)} are asked for: ${reasons.join(", ")}${nameAbsent(absent)}`,
    executions: [],
  };
}

/** So few scenarios that the test finds nothing, or cannot be relied on: that nothing changed in them tells nothing either. */
export function tooFewScenarios(row: MetricComparison): RuleResult | null {
  const { scenarios, distinct, fewest, test } = row;
  if (fewest === null || distinct >= fewest) return null;
  const because =
    test === "skewness-adjusted t"
      ? "without a known range and with changes so skewed (largest_change would set a range)"
      : "for any loss to be distinguished from chance";
  const kind = distinct < scenarios ? "distinct scenario" : "scenario";
  const message = `${countOf(distinct, `${kind} is`, `${kind}s are`)} too few, ${fewest} are needed ${because}`;
  return { ...ruleOf(row), decision: "not-comparable", message, executions: [] };
}

function forProof(row: MetricComparison, loss: number): string {
  if (row.spread === null) return "";
  const needed = scenariosLike(row, loss);
  return ` (${needed === null ? `more than ${MOST_SCENARIOS}` : `some ${needed}`} scenarios like these would show it)`;
}

/** True when the worst end of the interval is less of a loss than this. Without an interval nothing is ruled out. */
function rulesOut(loss: number, { low, high }: MetricComparison, sign: number): boolean {
  const worst = sign === 1 ? low : high;
  return worst !== null && -sign * worst < loss;
}

function figures(row: MetricComparison): string {
  const interval =
    row.low === null || row.high === null
      ? "no interval"
      : `${coverageText(row.level)} ${showChange(row.low, row.unit)} to ${showChange(row.high, row.unit)}`;
  const change =
    row.difference === null
      ? ""
      : `${showChange(row.difference, row.unit)}, ${interval}, p ${showP(row.adjusted_p)} (Holm over ${countOf(row.family, "test")}), `;
  const distinct = row.distinct < row.scenarios ? ` (${row.distinct} distinct)` : "";
  return `${change}${countOf(row.scenarios, "scenario")}${distinct}, ${countOf(row.pairs, "pair")}`;
}
