import type { GateConfig } from "../../config/gate-schema.ts";
import { NO_PASS_RATE } from "../../metrics/execution/judged-relevance.ts";
import type { Comparison } from "../compare.ts";
import type { MetricFacts } from "../metric-facts.ts";
import type { Pairing } from "../pairing.ts";
import type { RunSource } from "../sources/run-source.ts";
import { checkCaps } from "./caps.ts";
import { findHardBreaks } from "./hard-breaks.ts";
import { judgeMetric, tooFewScenarios, tooFewScores } from "./judge-metric.ts";
import type { RuleResult } from "./rule-result.ts";
import { scenarioChanges } from "./scenario-changes.ts";
import { findWorstLosses } from "./worst-losses.ts";

export interface GateResult {
  decision: "pass" | "inconclusive" | "regression" | "not-comparable";
  /** 0 ok, 3 regression (or inconclusive where that is to fail), 4 not comparable. */
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
}

/** Holds every rule of the gate against a comparison. */
export function decide({ comparison, gate, pairing, baseline, candidate }: GateInput): GateResult {
  if (comparison.refusals.length > 0) return { decision: "not-comparable", exit_code: 4, findings: [], rules: gate };
  const accepted = comparison.accepted.some(({ code }) => code === "coverage");
  const { pairs, unanswered } = accepted ? { ...pairing, unanswered: [] } : pairing;
  const ruled = comparison.metrics.filter(({ metric }) => metric in gate.metrics);
  const isLeftOut = ({ metric }: MetricFacts) =>
    pairs.length > 0 && pairs.every(({ candidate: { scores } }) => scores[metric]?.reason === "judged_relevance");
  const gated = ruled.filter((row) => !isLeftOut(row));
  const findings = [
    ...ruled.filter(isLeftOut).map(
      ({ metric }): RuleResult => ({
        rule: metric,
        metric,
        decision: gated.length === 0 ? "not-comparable" : "pass",
        message: `not held against the runs. ${NO_PASS_RATE}`,
        executions: [],
      }),
    ),
    ...gated.flatMap((row) => {
      const rule = gate.metrics[row.metric]!;
      const worstLoss = rule.worst_loss ?? gate.worst_loss;
      const scenarios = scenarioChanges(row, { pairs, unanswered });
      return [
        tooFewScores(row, accepted ? 0 : gate.coverage) ??
          tooFewScenarios(row) ??
          judgeMetric(row, rule, { level: rule.level ?? gate.level, tests: gated.length }),
        ...(rule.hard_breaks ? [findHardBreaks(row, rule.hard_breaks, scenarios)] : []),
        ...(worstLoss === undefined ? [] : [findWorstLosses(row, worstLoss, scenarios)]),
      ];
    }),
    ...checkCaps({ caps: gate.caps, metrics: gated.map(({ metric }) => metric), baseline, candidate }),
  ];
  const has = (decision: RuleResult["decision"]) => findings.some((finding) => finding.decision === decision);
  const result = { findings, rules: gate };
  if (has("regression")) return { decision: "regression", exit_code: 3, ...result };
  if (has("not-comparable")) return { decision: "not-comparable", exit_code: 4, ...result };
  if (!has("inconclusive")) return { decision: "pass", exit_code: 0, ...result };
  return { decision: "inconclusive", exit_code: gate.on_inconclusive === "fail" ? 3 : 0, ...result };
}
