import { type Random, randomInteger } from "../../../base/random.ts";

/**
 * Randomised Tukey HSD over all pairs of systems, `values[system][unit]` complete (Carterette, ACM TOIS 30, 2012): within each unit the systems' values are permuted, and a pair's p is
 * the share of permutations whose largest mean is above the smallest by at least its difference, (b + 1) / (k + 1). It takes what systems score on a unit for exchangeable: it tests that no system differs from
 * any, and is single-step. Of two systems it is the sign-flip test. p in the order first with second, first with third, ...
 */
export function randomisedTukey(
  values: readonly (readonly number[])[],
  { random, permutations = 10_000 }: { random: Random; permutations?: number },
): { adjusted: number[]; permutations: number } {
  const systems = values.length;
  const units = values[0]?.length ?? 0;
  const sums = values.map((row) => row.reduce((total, value) => total + value, 0));
  const observed = sums.flatMap((a, first) => sums.slice(first + 1).map((b) => Math.abs(a - b)));
  const reached = observed.map(() => 0);
  const blocks = Array.from({ length: units }, (_, unit) => Float64Array.from(values, (row) => row[unit]!));
  const drawn = new Float64Array(systems);
  for (let k = 0; k < permutations; k++) {
    drawn.fill(0);
    for (const block of blocks) addShuffled(drawn, block, random);
    const range = Math.max(...drawn) - Math.min(...drawn);
    // What ties up to rounding counts as reached.
    for (let pair = 0; pair < observed.length; pair++) if (range >= observed[pair]! - 1e-10) reached[pair]!++;
  }
  return { adjusted: reached.map((count) => (count + 1) / (permutations + 1)), permutations };
}

/** Shuffles the block in place, which is as good a start for the next time as any. */
function addShuffled(sums: Float64Array, block: Float64Array, random: Random): void {
  for (let at = block.length - 1; at >= 0; at--) {
    const other = randomInteger(random, at + 1);
    [block[at], block[other]] = [block[other]!, block[at]!];
    sums[at]! += block[at]!;
  }
}
