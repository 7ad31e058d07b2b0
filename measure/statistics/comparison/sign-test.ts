import { binomialCdf } from "../basics/distributions.ts";
import { showTies } from "./hidden-ties.ts";

/**
 * Sign test (Arbuthnot 1710): are differences above 0 as often as below? Exact by the binomial distribution. Zeros drop
 * out, and with `within` all differences up to that size. Null when none is left.
 */
export function signTest(
  differences: readonly number[],
  { within = 0 }: { within?: number } = {},
): { positive: number; negative: number; p: number; pGreater: number } | null {
  const kept = showTies(differences).filter((value) => Math.abs(value) > within);
  const positive = kept.filter((value) => value > 0).length;
  const negative = kept.length - positive;
  if (kept.length === 0) return null;
  const p = Math.min(1, 2 * binomialCdf(Math.min(positive, negative), kept.length, 0.5));
  return { positive, negative, p, pGreater: binomialCdf(negative, kept.length, 0.5) };
}
