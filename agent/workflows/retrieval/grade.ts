import { UserError } from "../../../base/user-error.ts";
import type { Execution } from "../execution.ts";
import { type State, stepsOf, turnOf } from "./state.ts";

/**
 * Grades what was retrieved last by how alike it is to its query: good where both the mean cosine of the first ten and
 * their context precision (the share of them at or above the threshold) reach the threshold, weak otherwise. Reads no
 * truth: the threshold is a number that the task brings.
 */
export function gradeLast({ task }: Execution) {
  const threshold = task.gradeThreshold;
  if (threshold === undefined)
    throw new UserError("config", `${task.workflow} grades what it retrieves, and no threshold was given to it.`, {
      hint: "set corrective.thresholds in the configuration, or run it: a run takes them from scenarios that it does not score",
    });
  return (state: State) => grade(stepsOf(state, turnOf(state), "retrieve").at(-1)?.cosines ?? [], threshold);
}

export function grade(cosines: readonly number[], threshold: number) {
  const mean = cosines.length === 0 ? null : cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const alike = cosines.filter((value) => value >= threshold).length;
  const contextPrecision = cosines.length === 0 ? 0 : alike / cosines.length;
  const good = mean !== null && mean >= threshold && contextPrecision >= threshold;
  return { meanCosine: mean, contextPrecision, threshold, decision: good ? ("good" as const) : ("weak" as const) };
}
