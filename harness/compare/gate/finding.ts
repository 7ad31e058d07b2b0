/** `regression` fails the gate; `inconclusive` fails it only where the configuration says so. */
export type Decision = "pass" | "improvement" | "inconclusive" | "regression";

/** What one rule says. */
export interface Finding {
  /** Such as `ndcg@10`, `hard breaks of pass`, `unscored of pass`, `cost`. */
  rule: string;
  decision: Decision;
  /** A sentence with the figures that decided. */
  message: string;
  /** Executions to look at, worst first. */
  executions: readonly string[];
}
