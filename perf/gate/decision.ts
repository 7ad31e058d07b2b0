/**
 * The gate's verdict on one rule about a share, from scenarios' changes and nothing else: written apart from `harness/results/compare`, and hundreds of
 * times as fast, since no interval is computed where one probability says on which side of it a loss lies. That both decide alike is
 * checked by `perf/gate/directories.ts` and test/harness/results/compare/simulation.test.ts.
 */
import type { VerdictState } from "../../harness/results/compare/verdict.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { exponentialSumAbove } from "../../measure/statistics/basics/exponential-sum.ts";
import { boundedMeanTest, DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import { holm } from "../../measure/statistics/comparison/holm.ts";

export interface Changes {
  /** Candidate minus baseline, by configuration and scenario; NaN where either has no score. */
  configurations: readonly (readonly number[])[];
  /** Of each scenario. */
  families: readonly (string | number)[];
}

export interface Rule {
  by: "configuration" | "family" | null;
  min_effect: number;
  level: number;
}

type State = Exclude<VerdictState, "no-gate">;

export function stateOf(changes: Changes, rule: Rule): State {
  const members = membersOf(changes, rule.by);
  const tested = testedOf(
    members.map(({ length }) => length),
    rule.level,
  );
  const tests = tested.filter(Boolean).length;
  const judged = members.filter(
    ({ length }, at) => length >= fewest(rule.level / Math.max(1, tested[at] ? tests : members.length)),
  );
  const lost = judged.filter((values) => lossOf(values) > 0 && lossOf(values) >= rule.min_effect);
  let known: Map<readonly number[], number | null> | undefined;
  const isReal = (values: readonly number[]) => {
    known ??= corrected(members, tested);
    return (known.get(values) ?? 1) <= rule.level;
  };
  if (lost.some(isReal)) return "failed";
  if (judged.length < members.length) return "not-comparable";
  if (lost.length > 0) return "undecided";
  const isSeen = (values: readonly number[]) => rulesOut(values, rule) || (lossOf(values) < 0 && isReal(values));
  return judged.every(isSeen) ? "passed" : "unseen";
}

/** What the rule is held against: everything, and each part; a scenario's change is the mean over what it has. */
function membersOf({ configurations, families }: Changes, by: Rule["by"]): (readonly number[])[] {
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  const whole = families.map((_, scenario) => {
    const each = known(configurations.map((values) => values[scenario]!));
    return each.length === 0 ? Number.NaN : Math.round(mean(each)! * 1e9) / 1e9;
  });
  if (by === "configuration") return [known(whole), ...configurations.map(known)];
  const parts = by === "family" ? [...new Set(families)] : [];
  return [known(whole), ...parts.map((part) => known(whole.filter((_, at) => families[at] === part)))];
}

/** The largest family in which every member could reach the strictest level, by its size alone. */
function testedOf(sizes: readonly number[], level: number): boolean[] {
  const sorted = [...sizes].sort((a, b) => b - a);
  const family = sorted.findLastIndex(
    (size, at) => at === sorted.lastIndexOf(size) && size >= fewest(level / (at + 1)),
  );
  return sizes.map((size) => family >= 0 && size >= sorted[family]!);
}

/** Two-sided p of values that all lie at one end is 2 (1/2)^n. */
function fewest(alpha: number): number {
  return Math.ceil(Math.log2(2 / alpha) - 1e-9);
}

function lossOf(values: readonly number[]): number {
  return -(mean(values) ?? 0);
}

function corrected(members: readonly (readonly number[])[], tested: readonly boolean[]) {
  const range = DIFFERENCE_OF_SHARES;
  const p = holm(members.map((values, at) => (tested[at] ? (boundedMeanTest(values, { range })?.p ?? null) : null)));
  return new Map(members.map((values, at) => [values, p[at]!]));
}

/** Whether the lower limit of the interval lies above this loss: the test of that loss rejects it. */
function rulesOut(values: readonly number[], { min_effect, level }: Rule): boolean {
  const gaps = Float64Array.of(DIFFERENCE_OF_SHARES.high - min_effect, ...values.map((value) => -min_effect - value));
  return exponentialSumAbove(gaps) < level / 2;
}
