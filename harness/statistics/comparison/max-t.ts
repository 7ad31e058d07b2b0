import type { Random } from "../../../base/random.ts";

export interface MaxT {
  /** p of each pair, corrected over all of them, in the order first with second, first with third, ... */
  adjusted: number[];
  permutations: number;
  /** Smallest p that so many permutations can give. */
  smallestP: number;
}

/**
 * Step-down max-T correction of all pairs of systems on the same units, `values[system][unit]` complete (Westfall & Young,
 * Resampling-Based Multiple Testing, 1993, algorithm 4.1; Romano & Wolf, JASA 100, 2005): each pair's paired t is held against the
 * largest t of the pairs not yet rejected, when the sign of all differences of a unit is flipped together. It knows how pairs depend on each other, which
 * Holm does not, and 10,000 permutations do for any number of pairs. As every sign-flip test it takes differences for symmetric about their mean.
 */
export function stepDownMaxT(
  values: readonly (readonly number[])[],
  { random, permutations = 10_000 }: { random: Random; permutations?: number },
): MaxT {
  const rows = values.map((row) => Float64Array.from(row));
  const pairs = rows.flatMap((_, first) =>
    rows.slice(first + 1).map((__, offset) => [first, first + 1 + offset] as const),
  );
  // A signed sum over the root of the sum of squares rises with t, and the sum of squares has no signs.
  const sizes = Float64Array.from(pairs, ([a, b]) =>
    Math.sqrt(rows[a]!.reduce((sum, value, unit) => sum + (value - rows[b]![unit]!) ** 2, 0)),
  );
  const statistics = (sums: Float64Array, into: Float64Array) => {
    for (let at = 0; at < pairs.length; at++) {
      const [a, b] = pairs[at]!;
      into[at] = sizes[at]! > 0 ? Math.abs(sums[a]! - sums[b]!) / sizes[at]! : 0;
    }
  };
  const [observed, drawn] = [new Float64Array(pairs.length), new Float64Array(pairs.length)];
  statistics(signedSums(rows, null), observed);
  const order = [...observed.keys()].sort((a, b) => observed[b]! - observed[a]! || a - b);
  const reached = new Float64Array(pairs.length);
  for (let k = 0; k < permutations; k++) {
    statistics(signedSums(rows, random), drawn);
    let largest = 0;
    for (let place = order.length - 1; place >= 0; place--) {
      const at = order[place]!;
      largest = Math.max(largest, drawn[at]!);
      // What ties up to rounding counts as reached.
      if (largest >= observed[at]! - 1e-10) reached[at]!++;
    }
  }
  const adjusted = new Array<number>(pairs.length).fill(1);
  let highest = 0;
  for (const at of order) {
    highest = Math.max(highest, (reached[at]! + 1) / (permutations + 1));
    adjusted[at] = highest;
  }
  return { adjusted, permutations, smallestP: 1 / (permutations + 1) };
}

/** Each system's sum over units, signs drawn per unit (32 from each number), or without signs. */
function signedSums(rows: readonly Float64Array[], random: Random | null): Float64Array {
  const units = rows[0]?.length ?? 0;
  const signs = new Float64Array(units).fill(1);
  let bits = 0;
  for (let unit = 0; random !== null && unit < units; unit++) {
    if (unit % 32 === 0) bits = Math.floor(random() * 2 ** 32) | 0;
    if (bits & 1) signs[unit] = -1;
    bits >>>= 1;
  }
  return Float64Array.from(rows, (row) => {
    let sum = 0;
    for (let unit = 0; unit < units; unit++) sum += signs[unit]! * row[unit]!;
    return sum;
  });
}
