/** `regression` fails the gate; `inconclusive` only where the configuration says so; `not-comparable`: too little is there to judge a rule by. */
export type Decision = "pass" | "improvement" | "inconclusive" | "not-comparable" | "regression";

/** What one rule says. */
export interface RuleResult {
  /** Such as `ndcg@10`, `hard breaks of pass`, `unscored of pass`, `cost`. */
  rule: string;
  decision: Decision;
  /** A sentence with the figures that decided. */
  message: string;
  /** Executions to look at, worst first. */
  executions: readonly string[];
}
