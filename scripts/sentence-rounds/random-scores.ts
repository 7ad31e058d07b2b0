import { pick, type Random } from "../../base/random.ts";
import type { Score } from "../../harness/record/domain/records.ts";
import { EXECUTION_METRICS } from "../../harness/results/metrics/execution/registry.ts";
import type { Shape } from "./shapes.ts";

interface Case {
  answerable: boolean;
  failed: boolean;
  missing: boolean;
  lift: number;
  shape: Shape;
  random: Random;
}

/** A score of every metric that is about the scenario, in its unit; one in ten is missing. */
export function randomScores({ answerable, failed, missing, shape, lift, random }: Case): Record<string, Score> {
  const scores = EXECUTION_METRICS.map(({ name, about, unit }): [string, Score] => {
    if (about !== "all" && (about === "answerable") !== answerable)
      return [name, { value: null, reason: answerable ? "answerable" : "unanswerable" }];
    if (missing) return [name, { value: null, reason: "missing" }];
    if (shape === "nothing scored" || (shape !== "all equal" && random() < 0.1))
      return [name, { value: null, reason: "no_trace" }];
    if (name.startsWith("tool_") && shape === "no tool called") return [name, { value: 0 }];
    return [name, { value: valueIn(unit, { failed, shape, lift, random }) }];
  });
  const all = Object.fromEntries(scores);
  const [calls, errors] = [all.tool_calls?.value ?? null, all.tool_errors?.value ?? null];
  // Calls that failed are calls.
  if (errors !== null)
    all.tool_errors = calls === null ? { value: null, reason: "no_trace" } : { value: Math.min(errors, calls) };
  if (errors === null && calls !== null) all.tool_errors = { value: 0 };
  // What does not abstain answers; what failed does neither.
  const { value: correct = null } = all.abstention_correct ?? {};
  if (correct !== null) all.abstention_missed = { value: failed ? 0 : 1 - correct };
  if (all.abstention_correct && correct === null) all.abstention_missed = all.abstention_correct;
  return all;
}

function valueIn(unit: string, { failed, shape, lift, random }: Omit<Case, "answerable" | "missing">): number {
  const draw =
    shape === "all equal" ? 0.5 : shape === "ties" ? pick(random, [0, 0.5, 1]) : Math.min(1, lift + random());
  if (unit === "binary") return failed ? 0 : Math.round(draw);
  if (unit === "likert") return 1 + Math.round(4 * draw);
  if (unit === "share" || unit === "cosine") return failed ? 0 : draw;
  return Math.round((unit === "tokens" ? 1000 : 5) * draw);
}
