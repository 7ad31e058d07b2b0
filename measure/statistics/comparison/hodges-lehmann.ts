import { normalQuantile } from "../basics/distributions.ts";
import { rankSumShares } from "./wilcoxon.ts";

const EXACT_UP_TO = 50;

/**
 * Hodges & Lehmann's estimate of the typical difference (Annals of Mathematical Statistics 34, 1963): median of all means
 * of two differences, a difference with itself included. Interval by inverting Wilcoxon's test: at least `level`, exact
 * without ties up to 50 pairs. Null without differences; no interval where so few cannot reach the level.
 */
export function hodgesLehmann(differences: readonly number[], level = 0.95) {
  const n = differences.length;
  if (n === 0) return null;
  const walsh = differences.flatMap((a, i) => differences.slice(i).map((b) => (a + b) / 2)).sort((a, b) => a - b);
  const middle = walsh.length / 2;
  const estimate = (walsh[Math.ceil(middle) - 1]! + walsh[Math.floor(middle)]!) / 2;
  const outside = meansOutside(n, (1 - level) / 2);
  if (outside === 0) return { estimate, low: null, high: null };
  return { estimate, low: walsh[outside - 1]!, high: walsh[walsh.length - outside]! };
}

/** How many means from each end the limit lies: the largest c with P(V < c) <= tail, 0 when there is none. */
function meansOutside(n: number, tail: number): number {
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  if (n > EXACT_UP_TO) {
    const sd = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
    return Math.max(0, Math.floor((n * (n + 1)) / 4 + normalQuantile(tail) * sd));
  }
  const shares = rankSumShares(ranks);
  let [below, count] = [0, 0];
  while (below + shares[2 * count]! <= tail) {
    below += shares[2 * count]!;
    count++;
  }
  return count;
}
