/**
 * How a policy model thinks. A line of thought is a generator: it yields calls that are to be made together, gets their
 * results back and ends with a conclusion. A chat model keeps nothing between two requests, so each request thinks the
 * whole line again from the conversation: calls that were made already are answered from there, and the first one that
 * was not is the model's next step. Thinking must therefore depend on nothing but the conversation, the profile and the seed.
 */
export interface PlannedCall {
  tool: string;
  args: Record<string, unknown>;
}

/** A call of the conversation with what came back. */
export interface StepResult {
  call: PlannedCall;
  status: "success" | "error";
  /** The tool's answer as it stands in the conversation. */
  text: string;
}

export type Thought<T> = Generator<readonly PlannedCall[], T, readonly StepResult[]>;

export type NextStep<T> = { type: "calls"; calls: readonly PlannedCall[] } | { type: "conclusion"; value: T };

/** Thinks a line up to its first calls that the conversation does not answer, or to its end. */
export function thinkOn<T>(thought: Thought<T>, history: readonly (readonly StepResult[])[]): NextStep<T> {
  let step = thought.next();
  for (const results of history) {
    if (step.done) break;
    step = thought.next(results);
  }
  return step.done ? { type: "conclusion", value: step.value } : { type: "calls", calls: step.value };
}
