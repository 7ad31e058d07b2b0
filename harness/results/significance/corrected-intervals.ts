import { makeRandom } from "../../../base/random.ts";
import type { Range } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { maxTIntervals, pairsOf } from "../../../measure/statistics/comparison/max-t.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import type { Interval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { ofDifferences } from "./compare-two.ts";
import type { StatsOptions } from "./stats-options.ts";

type Settings = Pick<StatsOptions, "tests" | "correct" | "level"> & {
  /** Only pairs with this system; null: all. */
  control: number | null;
  range: Range | null;
  /** Corrected p of the first test. */
  adjusted: readonly (number | null)[];
};

/**
 * Intervals of all pairs that go with the corrected p beside them. Holm: at the level of its strictest step, so that all hold at once. Benjamini-Hochberg: of the pairs
 * that it selects the expected share that miss is as said (Benjamini & Yekutieli, JASA 100, 2005). Max-T: of the largest t of all pairs.
 */
export function correctedIntervals(
  columns: readonly (readonly number[])[],
  { tests, correct, level, control, range, adjusted }: Settings,
): { of: Interval[]; method: string; at: string } {
  const percent = `${Number((100 * level).toFixed(2))} %`;
  // Those of Tukey's randomised test would need another permutation for each limit: the largest t is of the same kind.
  if (correct === "max-t" || correct === "tukey") {
    const of = maxTIntervals(columns, { random: makeRandom("max-t intervals"), level, control });
    return { of, method: "max-T", at: `${percent}, all at once` };
  }
  const pairs = pairsOf(columns.length, control).map(([a, b]) =>
    columns[a]!.map((value, unit) => value - columns[b]![unit]!),
  );
  const selected = adjusted.filter((p) => p !== null && p <= 1 - level).length;
  const share = { none: 1, holm: 1 / pairs.length, bh: Math.max(1, selected) / pairs.length }[correct];
  const own = 1 - (1 - level) * share;
  const isBounded = range !== null && tests.includes("mean");
  const of = pairs.map((differences): Interval => {
    if (isBounded)
      return boundedMeanInterval(differences, { range: ofDifferences(range), coverage: "at least", level: own });
    const t = pairedT(differences, own);
    return { low: t?.low ?? null, high: t?.high ?? null };
  });
  const at = { none: `${percent}, each`, holm: `${percent}, all at once`, bh: `${percent} of those selected` }[correct];
  return { of, method: isBounded ? "mean" : "t", at };
}
