import type { PlannedLook } from "../../../harness/record/domain/looks.ts";
import { standingOf } from "../../../harness/results/compare/sequential/futility.ts";
import type { VerdictState } from "../../../harness/results/compare/verdict.ts";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { exponentialSumAbove } from "../../../measure/statistics/basics/exponential-sum.ts";
import { DIFFERENCE_OF_SHARES, smallestP } from "../../../measure/statistics/comparison/bounded-mean-test.ts";

/** What a series of looks came to. */
export interface SeriesEnd {
  state: Exclude<VerdictState, "no-gate">;
  /** From 1. */
  look: number;
  /** Scenarios that were asked. */
  asked: number;
}

/**
 * The gate in looks over one rule about a share, from scenarios' changes in the order in which they are asked: written apart from
 * `decideInLooks`, without its intervals. That both decide alike is checked by `perf/gate/sequential/directories.ts` and
 * test/harness/results/compare/sequential.
 */
export function seriesEnd(
  changes: readonly number[],
  looks: readonly PlannedLook[],
  { min_effect, level }: { min_effect: number; level: number },
): SeriesEnd {
  const end = looks.at(-1)!;
  for (const [at, look] of looks.entries()) {
    const values = changes.slice(0, look.scenarios);
    const loss = -mean(values)!;
    const isLarge = loss > 0 && loss >= min_effect;
    const share = look.interval_share || 1;
    const ended = (state: SeriesEnd["state"]) => ({ state, look: at + 1, asked: look.scenarios });
    const isTested = smallestP(values.length, { range: DIFFERENCE_OF_SHARES }) <= level * end.loss_share;
    if (!isTested) {
      if (look === end) return ended("not-comparable");
      continue;
    }
    if (isLarge && lossP(values) <= level * look.loss_share) return ended("failed");
    const rest = () => {
      if (isLarge) return ended("undecided");
      const isGain = loss < 0 && lossP(values.map((value) => -value)) <= level * look.loss_share;
      return ended(isGain || rulesOut(values, min_effect, level * share) ? "passed" : "unseen");
    };
    if (look === end) return rest();
    const spread = standardDeviation(values);
    const standing = { loss, spread: spread ?? 0, distinct: values.length, min_effect, alpha: level * end.loss_share };
    if (look.interval_share > 0 && spread !== null && standingOf(standing, look.fraction).isFutile) return rest();
  }
  throw new RangeError("no look at the end");
}

/** Two-sided, of a mean below 0. */
function lossP(values: readonly number[]): number {
  return Math.min(1, 2 * exponentialSumAbove(Float64Array.of(DIFFERENCE_OF_SHARES.high, ...values)));
}

/** Whether the interval's lower limit lies above this loss. */
function rulesOut(values: readonly number[], loss: number, level: number): boolean {
  const gaps = Float64Array.of(DIFFERENCE_OF_SHARES.high - loss, ...values.map((value) => -loss - value));
  return exponentialSumAbove(gaps) < level / 2;
}
