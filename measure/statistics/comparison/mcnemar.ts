import { binomialCdf, chiSquareUpper } from "../basics/distributions.ts";

/** Discordant pairs and four p values of them: exact, mid-p, chi-square with and without correction. */
export interface McNemar {
  /** Pairs that only the first, only the second got right. */
  onlyFirst: number;
  onlySecond: number;
  /** Binomial, never too small. */
  exactP: number;
  /** Half of the observed outcome's probability left out: nearer to the nominal level (Fagerland et al. 2013). Usually the best choice. */
  midP: number;
  chiSquare: number;
  chiSquareP: number;
  corrected: number;
  correctedP: number;
}

/** McNemar's test (Psychometrika 12, 1947) of two success rates on the same cases: only pairs that differ say anything. Null without one. */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar | null {
  const n = onlyFirst + onlySecond;
  if (n === 0) return null;
  const fewer = Math.min(onlyFirst, onlySecond);
  const tail = binomialCdf(fewer, n, 0.5);
  const point = tail - binomialCdf(fewer - 1, n, 0.5);
  const chiSquare = (onlyFirst - onlySecond) ** 2 / n;
  const corrected = Math.max(0, Math.abs(onlyFirst - onlySecond) - 1) ** 2 / n;
  return {
    onlyFirst,
    onlySecond,
    exactP: Math.min(1, 2 * tail),
    midP: onlyFirst === onlySecond ? 1 - point : 2 * tail - point,
    chiSquare,
    chiSquareP: chiSquareUpper(chiSquare, 1),
    corrected,
    correctedP: chiSquareUpper(corrected, 1),
  };
}
