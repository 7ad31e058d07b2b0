import { normalTwoSidedP } from "../basics/distributions.ts";
import { rangeQuantile, rangeUpper } from "../basics/studentized-range.ts";
import type { Friedman } from "./friedman.ts";
import { holm } from "./holm.ts";

export interface RankPair {
  first: number;
  second: number;
  /** Mean rank of the first minus that of the second. */
  difference: number;
  /** Nemenyi (1963): for all pairs at once. */
  nemenyiP: number;
  /** Normal test, Holm-corrected over all pairs: at least as powerful. */
  holmP: number;
}

/** All pairs of treatments after Friedman's test (Demsar, JMLR 7, 2006, section 3.2.2), treatments by their place. */
export function rankPairs({ meanRanks, blocks }: Friedman): RankPair[] {
  const k = meanRanks.length;
  const standardError = rankStandardError(k, blocks);
  const pairs = meanRanks.flatMap((a, first) =>
    meanRanks.slice(first + 1).map((b, offset) => ({ first, second: first + 1 + offset, difference: a - b })),
  );
  const adjusted = holm(pairs.map(({ difference }) => normalTwoSidedP(difference / standardError)));
  return pairs.map((pair, index) => ({
    ...pair,
    nemenyiP: rangeUpper((Math.abs(pair.difference) / standardError) * Math.SQRT2, k),
    holmP: adjusted[index]!,
  }));
}

/** Difference of mean ranks beyond which two of k treatments on n blocks differ by Nemenyi's test. */
export function criticalDifference(k: number, blocks: number, alpha = 0.05): number {
  return (rangeQuantile(alpha, k) / Math.SQRT2) * rankStandardError(k, blocks);
}

function rankStandardError(k: number, blocks: number): number {
  return Math.sqrt((k * (k + 1)) / (6 * blocks));
}
