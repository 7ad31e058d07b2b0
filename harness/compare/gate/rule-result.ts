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
  /** A sentence with the figures that decided. */
  message: string;
  /** Executions to look at, worst first. */
  executions: readonly string[];
  /** Where a rule passed although its interval does not rule out a loss that matters: that loss, and the smallest that would be found 4 times in 5 (null: none). */
  unseen?: { loss: number; found_from: number | null };
}
