import { power } from "../../../base/power.ts";
import { midranks } from "../basics/ranks.ts";
import { friedmanTest } from "../comparison/friedman.ts";

/**
 * Kendall's coefficient of concordance W of several raters' rankings (Kendall & Babington Smith 1939), corrected for
 * ties: 0 no agreement to 1. `rows[unit][rater]` complete. It is Friedman's test with raters as blocks, rescaled.
 */
export function kendallW(
  rows: readonly (readonly number[])[],
): { w: number; chiSquare: number; degreesOfFreedom: number; p: number } | null {
  const raters = (rows[0] ?? []).map((_, rater) => rows.map((row) => row[rater]!));
  const test = friedmanTest(raters);
  if (test === null) return null;
  const { chiSquare, degreesOfFreedom, p } = test;
  return { w: chiSquare / (raters.length * degreesOfFreedom), chiSquare, degreesOfFreedom, p };
}

/**
 * The same without the correction, 12 S / (m^2 (n^3 - n)) (Kendall & Babington Smith 1939): smaller with ties, and below 1 even where
 * raters agree fully. What older papers and R's `irr::kendall(correct = FALSE)` give. Null below two units or without a rater.
 */
export function kendallWUncorrected(rows: readonly (readonly number[])[]): number | null {
  const n = rows.length;
  const raters = rows[0]?.length ?? 0;
  if (n < 2 || raters === 0) return null;
  const ranks = Array.from({ length: raters }, (_, rater) => midranks(rows.map((row) => row[rater]!)));
  const sums = rows.map((_, unit) => ranks.reduce((sum, own) => sum + own[unit]!, 0));
  const spread = sums.reduce((sum, value) => sum + (value - (raters * (n + 1)) / 2) ** 2, 0);
  return (12 * spread) / (raters ** 2 * (power(n, 3) - n));
}
