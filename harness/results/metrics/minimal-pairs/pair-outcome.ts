import { type ScoredExecution, scoreOf, scoreValue } from "../scored-execution.ts";

/** The outcome of a minimal pair in one configuration and repeat; null where an execution gave no answer, so that nothing was decided. */
export interface MinimalPairOutcome {
  scenario: string;
  /** Of the lacking twin: abstained; where only a part lacks, answered and said so. */
  correct: number | null;
  /** Of the lacking twin: answered as if nothing lacked. */
  missed: number | null;
  /** Of the answerable twin: abstained; of one that lacks a part as well. */
  falseAbstention: number | null;
  /** The lacking twin correct and an expected id among the first ten of the other. 0 when either gave no answer. */
  bothRight: number;
}

export function minimalPairOutcome(lacking: ScoredExecution, answerable: ScoredExecution): MinimalPairOutcome {
  const correct = isRight(lacking);
  const { falseAbstention, missed } = lacking.scenario.answerable
    ? { falseAbstention: abstained(lacking), missed: partMissed(lacking) }
    : { falseAbstention: null, missed: scoreValue(lacking, "abstention_missed") };
  return {
    scenario: lacking.scenario.id,
    correct,
    missed,
    falseAbstention: larger(abstained(answerable), falseAbstention),
    bothRight: correct === 1 && isRight(answerable) === 1 ? 1 : 0,
  };
}

/**
 * Right without a judge: abstains where there is nothing; elsewhere an expected id is among the first ten, and what
 * nothing supports is said to be so. Null without an answer.
 */
export function isRight(execution: ScoredExecution): number | null {
  const { scenario, record, saysUnsupported } = execution;
  if (record.outcome !== "success") return null;
  if (!scenario.answerable) return scoreValue(execution, "abstention_correct");
  const found = scoreValue(execution, "success@10");
  if (found === null || scenario.unsupported === undefined) return found;
  return found === 1 && saysUnsupported === true ? 1 : 0;
}

/** Null without an answer. An answer that breaks the contract's form is one all the same. */
export function hasAnswered({ record, scenario }: ScoredExecution): number | null {
  const { value } = scoreOf(record, scenario.answerable ? "abstention_false" : "abstention_correct");
  return value === null ? null : 1 - value;
}

function partMissed(execution: ScoredExecution): number | null {
  const withheld = abstained(execution);
  return withheld === null ? null : Number(withheld === 0 && execution.saysUnsupported !== true);
}

function abstained(execution: ScoredExecution): number | null {
  return scoreValue(execution, "abstention_false");
}

function larger(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
