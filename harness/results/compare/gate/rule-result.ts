import type { GateConfig } from "../../../record/config/gate-schema.ts";

/** `regression` fails the gate; `inconclusive` only where the configuration says so; `not-comparable`: too little is there to judge a rule by. */
export type Decision = "pass" | "improvement" | "inconclusive" | "not-comparable" | "regression";

/** What one rule says. */
export interface RuleResult {
  /** Such as `ndcg@10`, `hard breaks of pass`, `unscored of pass`, `cost`. */
  rule: string;
  /** Of a rule that tests a metric's mean. */
  metric?: string;
  /** The configuration, model or family that it was held against; absent: everything. */
  group?: string;
  decision: Decision;
  /** About the candidate as a whole: what is broken halfway may come right. */
  cap?: true;
  /** A sentence with the figures that decided. */
  message: string;
  /** Executions to look at, worst first. */
  executions: readonly string[];
  /** Where a rule passed although its interval does not rule out a loss that matters: that loss, and the smallest that would be found 4 times in 5 (null: none). */
  unseen?: { loss: number; found_from: number | null };
}

/** Which settings fail the gate though no rule is broken: neither a loss nor its absence is shown. */
export function failingBy({ findings, rules }: { findings: readonly RuleResult[]; rules: GateConfig }): Setting[] {
  return SETTINGS.filter((setting) => findings.some((finding) => isFailedBy(setting, finding, rules)));
}

/** That this rule fails the gate, by itself or by a setting. */
export function isFailing(finding: RuleResult, rules: GateConfig): boolean {
  return finding.decision === "regression" || SETTINGS.some((setting) => isFailedBy(setting, finding, rules));
}

const SETTINGS = ["on_inconclusive", "on_unseen"] as const;
type Setting = (typeof SETTINGS)[number];

function isFailedBy(setting: Setting, { decision, unseen }: RuleResult, rules: GateConfig): boolean {
  const isMet = setting === "on_unseen" ? unseen !== undefined : decision === "inconclusive";
  return isMet && rules[setting] === "fail";
}
