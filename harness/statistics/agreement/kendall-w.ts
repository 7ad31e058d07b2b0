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
