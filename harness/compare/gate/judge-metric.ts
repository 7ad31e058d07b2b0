import { countOf } from "../../../base/counts.ts";
import type { GateRule } from "../../config/gate-schema.ts";
import { nameAbsent, showShare } from "../comparable.ts";
import { scenariosLike } from "../detectable.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { showChange, showP, showValue } from "../render/format.ts";
import { MOST_SCENARIOS } from "../test-of-change.ts";
import type { Decision, RuleResult } from "./rule-result.ts";

const SHOWN_EXECUTIONS = 5;

/** The rule's level, and how many rules share the gate's. */
interface Family {
  level: number;
  tests: number;
}

/**
 * One rule on one metric. A regression must be real (corrected p at most `level`) and large enough (at least
 * `min_effect`); a loss that is large but not sure, or a margin that the interval does not rule out, is inconclusive.
 */
export function judgeMetric(row: MetricComparison, rule: GateRule, { level, tests }: Family): RuleResult {
  const sign = row.better === "lower" ? -1 : 1;
  const finding = (decision: Decision, reason: string): RuleResult => ({
    rule: row.metric,
    metric: row.metric,
    decision,
    message: `${reason}; ${figures(row)}`,
    executions:
      decision === "pass" || decision === "improvement"
        ? []
        : row.worst.slice(0, SHOWN_EXECUTIONS).map(({ name }) => name),
  });
  if (row.difference === null) return finding("inconclusive", "no pair is scored on both sides");
  const loss = -sign * row.difference;
  const real = row.adjusted_p !== null && row.adjusted_p <= level;
  const large = loss > 0 && loss >= rule.min_effect;
  if (real && large)
    return finding(
      "regression",
      `worse by ${showValue(loss, row.unit)}, of which ${showValue(rule.min_effect, row.unit)} matter`,
    );
  if (large)
    return finding("inconclusive", `a loss that would matter, and may be chance${forProof(row, loss, level / tests)}`);
  if (row.hidden !== null && row.hidden > 0 && row.hidden >= rule.min_effect)
    return finding(
      "inconclusive",
      `${countOf(row.absent.candidate.length, "score")} that the candidate lacks could hide a loss of ${showValue(row.hidden, row.unit)}`,
    );
  if (rule.margin !== undefined && !rulesOut(rule.margin, row, sign))
    return finding("inconclusive", `a loss of ${showValue(rule.margin, row.unit)} is not ruled out`);
  if (real && loss > 0)
    return finding("pass", `a real loss, smaller than the ${showValue(rule.min_effect, row.unit)} that matter`);
  if (real && loss < 0) return finding("improvement", `better by ${showValue(-loss, row.unit)}`);
  const unseen = unseenLoss(row, rule, sign);
  const passed = finding(
    "pass",
    `${loss === 0 ? "no difference" : "no loss that matters"}${unseen ? unseenText(row, unseen) : ""}`,
  );
  return unseen ? { ...passed, unseen } : passed;
}

/** A loss that matters and would often look like this. Where no scenario changed there is none to be seen. */
function unseenLoss(row: MetricComparison, { min_effect, margin }: GateRule, sign: number): RuleResult["unseen"] {
  const { detectable, wins, losses } = row;
  if (margin !== undefined || wins + losses === 0) return;
  if ((detectable !== null && detectable <= min_effect) || rulesOut(min_effect, row, sign)) return;
  return { loss: min_effect, found_from: detectable };
}

function unseenText({ unit }: MetricComparison, { loss, found_from }: NonNullable<RuleResult["unseen"]>): string {
  const from = found_from === null ? "so few scenarios show none" : `found from ${showValue(found_from, unit)} on`;
  return `, but one of ${showValue(loss, unit)} would often go unseen (${from})`;
}

/** Too few of the scores that a rule is about are on both sides to judge it. */
export function tooFewScores(row: MetricComparison, coverage: number): RuleResult | null {
  const { metric, pairs, expected, absent, unscored } = row;
  if (expected === 0 || (pairs > 0 && pairs / expected >= coverage)) return null;
  const reasons = Object.entries(unscored).map(([reason, count]) => `${count} ${reason}`);
  return {
    rule: metric,
    metric,
    decision: "not-comparable",
    message: `${pairs} of ${expected} scores are on both sides, ${showShare(coverage)} are asked for: ${reasons.join(", ")}${nameAbsent(absent)}`,
    executions: [],
  };
}

/** So few scenarios that the test finds nothing, or cannot be relied on. Where nothing changed there is nothing to find. */
export function tooFewScenarios({ metric, scenarios, distinct, fewest, test }: MetricComparison): RuleResult | null {
  if (fewest === null || distinct >= fewest) return null;
  const because =
    test === "skewness-adjusted t"
      ? "without a known range and with changes so skewed (largest_change would set a range)"
      : "for any loss to be distinguished from chance";
  const kind = distinct < scenarios ? "distinct scenario" : "scenario";
  const message = `${countOf(distinct, `${kind} is`, `${kind}s are`)} too few, ${fewest} are needed ${because}`;
  return { rule: metric, metric, decision: "not-comparable", message, executions: [] };
}

function forProof(row: MetricComparison, loss: number, alpha: number): string {
  if (row.spread === null) return "";
  const needed = scenariosLike(row, loss, alpha);
  return ` (${needed === null ? `more than ${MOST_SCENARIOS}` : `some ${needed}`} scenarios like these would show it)`;
}

/** True when the worst end of the 95 % interval is less of a loss than the margin. Without an interval only no change at all is. */
function rulesOut(margin: number, { low, high, spread, difference }: MetricComparison, sign: number): boolean {
  if (spread === 0 && difference === 0) return true;
  const worst = sign === 1 ? low : high;
  return worst !== null && -sign * worst < margin;
}

function figures(row: MetricComparison): string {
  const interval =
    row.low === null || row.high === null
      ? "too few scenarios for an interval"
      : `95 % ${showChange(row.low, row.unit)} to ${showChange(row.high, row.unit)}`;
  const change =
    row.difference === null ? "" : `${showChange(row.difference, row.unit)}, ${interval}, p ${showP(row.adjusted_p)}, `;
  const distinct = row.distinct < row.scenarios ? ` (${row.distinct} distinct)` : "";
  return `${change}${countOf(row.scenarios, "scenario")}${distinct}, ${countOf(row.pairs, "pair")}`;
}
