import type { PairedTest } from "./paired-values.ts";
import type { Ranking } from "./rankings.ts";

/** True where a corrected test tells the two apart; a pair without a test is not. */
export function isSignificant({ holm_p }: Pick<PairedTest, "holm_p">, alpha = 0.05): boolean {
  return holm_p !== null && holm_p < alpha;
}

export function isTested({ holm_p }: Pick<PairedTest, "holm_p">): boolean {
  return holm_p !== null;
}

/** The pairs of a configuration, turned so that it is the first. */
export function pairsOf(ranking: { pairs: readonly PairedTest[] } | undefined, name: string): PairedTest[] {
  return (ranking?.pairs ?? []).flatMap((pair) => {
    if (pair.first === name) return [pair];
    const { first, second, difference } = pair;
    return second === name
      ? [{ ...pair, first: second, second: first, difference: difference === null ? null : -difference }]
      : [];
  });
}

/** Those of its pairs that differ significantly. */
export function significantPairsOf(ranking: Pick<Ranking, "pairs" | "alpha"> | undefined, name: string): PairedTest[] {
  return pairsOf(ranking, name).filter((pair) => isSignificant(pair, ranking?.alpha));
}
