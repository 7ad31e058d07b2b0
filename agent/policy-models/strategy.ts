import type { ResultView } from "./reading/what-came-back.ts";

/**
 * How a policy model decides. A strategy is a generator: it yields calls that are to be made together, gets their
 * results back and ends with a conclusion. A chat model keeps nothing between two requests, so a request runs the
 * whole strategy again from the conversation: calls that were made already are answered from there, and the first one that
 * was not is the model's next step. A strategy must therefore depend on nothing but the conversation, the profile and the seed.
 * Where a request brings the very messages of the one before, and the results, the strategy that waits for them goes on (`waiting.ts`).
 */
export type Strategy<T> = Generator<readonly PlannedCall[], T, readonly StepResult[]>;

export interface PlannedCall {
  tool: string;
  args: Record<string, unknown>;
}

/** A call of the conversation with what came back. */
export interface StepResult {
  call: PlannedCall;
  view: ResultView;
}

export type NextStep<T> = { type: "calls"; calls: readonly PlannedCall[] } | { type: "conclusion"; value: T };

/** Runs a strategy up to its first calls that the conversation does not answer, or to its end. */
export function nextStep<T>(strategy: Strategy<T>, history: readonly (readonly StepResult[])[]): NextStep<T> {
  let step = strategy.next();
  for (const results of history) {
    if (step.done) break;
    step = strategy.next(results);
  }
  return asNext(step);
}

/** Takes a strategy that waits for results one step further. */
export function goOn<T>(strategy: Strategy<T>, results: readonly StepResult[]): NextStep<T> {
  return asNext(strategy.next(results));
}

function asNext<T>(step: IteratorResult<readonly PlannedCall[], T>): NextStep<T> {
  return step.done ? { type: "conclusion", value: step.value } : { type: "calls", calls: step.value };
}
