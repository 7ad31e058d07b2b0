import { countOf } from "../../../../base/counts.ts";
import type { GateConfig } from "../../../record/config/gate-schema.ts";
import { NO_PASS_RATE } from "../../metrics/execution/judged-relevance.ts";
import { type Comparison, partsBy, type Selection } from "../compare.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import type { MetricFacts } from "../metric-facts.ts";
import type { Pairing } from "../pairing.ts";
import { showValue } from "../render/format.ts";
import type { RunSource } from "../sources/run-source.ts";
import { withoutUnchanged } from "../unchanged.ts";
import { checkCaps } from "./caps.ts";
import { findHardBreaks } from "./hard-breaks.ts";
import { foundIdentical, judgeMetric, ofGroup, tooFewScenarios, tooFewScores } from "./judge-metric.ts";
import { failingBy, type RuleResult } from "./rule-result.ts";
import { scenarioChanges } from "./scenario-changes.ts";
import { findWorstLosses } from "./worst-losses.ts";

/** What the gate decided, the exit code of the command, and what each rule found. */
export interface GateResult {
  decision: "pass" | "inconclusive" | "regression" | "not-comparable";
  /** 0 ok, 3 regression (or inconclusive or unseen where that is to fail), 4 not comparable. */
  exit_code: 0 | 3 | 4;
  findings: readonly RuleResult[];
  /** The rules that were held against it, metrics by the names that they have today. */
  rules: GateConfig;
}

interface GateInput {
  comparison: Comparison;
  gate: GateConfig;
  pairing: Pick<Pairing, "pairs" | "unanswered">;
  baseline: RunSource;
  candidate: RunSource;
  /** A loss is called at this multiple of a row's level; default 1. */
  called?: number;
}

/** Holds every rule of the gate against a comparison: over everything, and over each group that it asks for. */
export function decide({ comparison, gate, pairing, baseline, candidate, called = 1 }: GateInput): GateResult {
  if (comparison.refusals.length > 0) return { decision: "not-comparable", exit_code: 4, findings: [], rules: gate };
  const accepted = comparison.accepted.some(({ code }) => code === "coverage");
  const tested = withoutUnchanged(accepted ? { pairs: pairing.pairs, unanswered: [] } : pairing, {
    configurations: comparison.unchanged,
    identical: comparison.identical,
  });
  const ruled = comparison.metrics.filter(({ metric }) => metric in gate.metrics);
  const isLeftOut = ({ metric }: MetricFacts) =>
    tested.pairs.length > 0 &&
    tested.pairs.every(({ candidate: { scores } }) => scores[metric]?.reason === "judged_relevance");
  const gated = ruled.filter((row) => !isLeftOut(row));
  const parts = gate.by.flatMap((by) => partsBy(tested, by));
  const judge = (row: MetricComparison, selection: Selection) =>
    judgeRow(row, { selection, gate, called, coverage: accepted ? 0 : gate.coverage, identical: comparison.identical });
  const findings = [
    ...ruled.filter(isLeftOut).map((row) => leftOut(row, gated.length === 0)),
    ...gated.flatMap((row) => judge(row, tested)),
    ...parts.flatMap(([group, selection]) =>
      comparison.ruled
        .filter((row) => row.group === group && !isLeftOut(row) && isAbout(row))
        .flatMap((row) => judge(row, selection)),
    ),
    ...checkCaps({ gate, metrics: gated.map(({ metric }) => metric), unchanged: comparison, baseline, candidate }),
  ];
  const has = (decision: RuleResult["decision"]) => findings.some((finding) => finding.decision === decision);
  const result = { findings, rules: gate };
  if (has("regression")) return { decision: "regression", exit_code: 3, ...result };
  if (has("not-comparable")) return { decision: "not-comparable", exit_code: 4, ...result };
  const exit_code = failingBy(result).length > 0 ? 3 : 0;
  return { decision: has("inconclusive") ? "inconclusive" : "pass", exit_code, ...result };
}

/** A family of unanswerable questions has no ranking: there is nothing to hold a rule against. */
function isAbout({ expected }: MetricComparison): boolean {
  return expected > 0;
}

function leftOut({ metric }: MetricComparison, isAlone: boolean): RuleResult {
  const decision = isAlone ? "not-comparable" : "pass";
  return { rule: metric, metric, decision, message: `not held against the runs. ${NO_PASS_RATE}`, executions: [] };
}

interface Judged {
  selection: Selection;
  gate: GateConfig;
  coverage: number;
  identical: boolean;
  called: number;
}

function judgeRow(row: MetricComparison, { selection, gate, coverage, identical, called }: Judged): RuleResult[] {
  const rule = gate.metrics[row.metric]!;
  const worstLoss = rule.worst_loss ?? gate.worst_loss;
  const scenarios = scenarioChanges(row, selection);
  return [
    tooFewScores(row, coverage) ??
      (identical ? foundIdentical(row) : (tooFewScenarios(row) ?? judgeMetric(row, rule, called))),
    ...foundBeyond(row),
    ...(rule.hard_breaks ? [findHardBreaks(row, rule.hard_breaks, scenarios)] : []),
    ...(worstLoss === undefined ? [] : [findWorstLosses(row, worstLoss, scenarios)]),
  ];
}

const SHOWN = 10;

/**
 * A rule said that no scenario can change by more than so much, and some did. One that lost more is a regression by itself: it is what was
 * said not to happen. One that gained more only takes from the test what it rested on, so that the mean is tested over the metric's whole range.
 */
function foundBeyond({ metric, group, unit, beyond }: MetricComparison): RuleResult[] {
  if (beyond === undefined) return [];
  const { limit, worse, better } = beyond;
  const named = (list: readonly string[]) =>
    `${list.slice(0, SHOWN).join(", ")}${list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ""}`;
  const said = `more than the ${showValue(limit, unit)} that largest_change says one can`;
  const list = worse.length > 0 ? worse : better;
  const message = `${countOf(list.length, "scenario")} ${worse.length > 0 ? "lost" : "gained"} ${said}: ${named(list)}; the mean is tested without it`;
  const rule = `largest change of ${metric}${ofGroup(group)}`;
  return [{ rule, decision: worse.length > 0 ? "regression" : "pass", message, executions: [] }];
}
