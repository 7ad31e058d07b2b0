import type { Random } from "../../../base/random.ts";
import { mean, standardDeviation } from "../basics/describe.ts";
import type { Interval } from "../intervals/bootstrap.ts";

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
 * With `control` only the pairs with this system, as Dunnett's (JASA 50, 1955).
 */
export function stepDownMaxT(
  values: readonly (readonly number[])[],
  { random, permutations = 10_000, control = null }: { random: Random; permutations?: number; control?: number | null },
): MaxT {
  const rows = values.map((row) => Float64Array.from(row));
  const pairs = pairsOf(rows.length, control);
  // A signed sum over the root of the sum of squares rises with t, and the sum of squares has no signs.
  const sizes = Float64Array.from(pairs, ([a, b]) =>
    Math.sqrt(rows[a]!.reduce((sum, value, unit) => sum + (value - rows[b]![unit]!) ** 2, 0)),
  );
  const unsigned = signedSums(rows, null);
  const observed = Float64Array.from(pairs, ([a, b], at) =>
    sizes[at]! > 0 ? Math.abs(unsigned[a]! - unsigned[b]!) / sizes[at]! : 0,
  );
  const order = [...observed.keys()].sort((a, b) => observed[b]! - observed[a]! || a - b);
  // By place: of 500 systems there are some 125,000 pairs, gone through 10,000 times.
  const firsts = Int32Array.from(order, (at) => pairs[at]![0]);
  const seconds = Int32Array.from(order, (at) => pairs[at]![1]);
  // A pair that does not vary is below whatever is drawn.
  const spreads = Float64Array.from(order, (at) => sizes[at]! || Infinity);
  // What ties up to rounding counts as reached.
  const marks = Float64Array.from(order, (at) => observed[at]! - 1e-10);
  const reached = new Int32Array(order.length);
  for (let k = 0; k < permutations; k++) {
    const sums = signedSums(rows, random);
    let largest = 0;
    for (let place = order.length - 1; place >= 0; place--) {
      const shift = Math.abs(sums[firsts[place]!]! - sums[seconds[place]!]!);
      if (shift > largest * spreads[place]!) largest = shift / spreads[place]!;
      if (largest >= marks[place]!) reached[place]!++;
    }
  }
  const adjusted = new Array<number>(pairs.length).fill(1);
  let highest = 0;
  for (const [place, at] of order.entries()) {
    highest = Math.max(highest, (reached[place]! + 1) / (permutations + 1));
    adjusted[at] = highest;
  }
  return { adjusted, permutations, smallestP: 1 / (permutations + 1) };
}

/**
 * Intervals of all pairs that hold at once: each is its mean difference and so many standard errors as the largest |t| of all pairs stays below with this probability,
 * when each system's values are taken about its mean and signs of whole units are flipped (single-step; Westfall & Young 1993, chapter 3). Null where a pair does not vary.
 */
export function maxTIntervals(
  values: readonly (readonly number[])[],
  {
    random,
    level = 0.95,
    permutations = 10_000,
    control = null,
  }: { random: Random; level?: number; permutations?: number; control?: number | null },
): Interval[] {
  const units = values[0]?.length ?? 0;
  const pairs = pairsOf(values.length, control).map(([first, second]) => {
    const differences = values[first]!.map((value, unit) => value - values[second]![unit]!);
    const error = (standardDeviation(differences) ?? 0) / Math.sqrt(units);
    return { first, second, difference: mean(differences)!, error };
  });
  const centred = values.map((row) => {
    const own = mean(row)!;
    return Float64Array.from(row, (value) => value - own);
  });
  const largest = Float64Array.from({ length: permutations }, () => {
    const sums = signedSums(centred, random);
    return pairs.reduce((most, { first, second, error }) => {
      if (error === 0) return most;
      // The sum of squares about 0 is kept by every flip; t has the spread about the mean that the flip gave.
      const shift = (sums[first]! - sums[second]!) / units;
      const spread = Math.sqrt(Math.max(0, error ** 2 - shift ** 2 / (units - 1)));
      return Math.max(most, spread === 0 ? Infinity : Math.abs(shift) / spread);
    }, 0);
  }).sort();
  const limit = largest[Math.min(permutations - 1, Math.ceil(level * (permutations + 1)) - 1)] ?? Infinity;
  return pairs.map(({ difference, error }) =>
    error === 0 || limit === Infinity
      ? { low: null, high: null }
      : { low: difference - limit * error, high: difference + limit * error },
  );
}

/** Places of both systems, first with second, first with third, ...; with a control those of which it is one. */
export function pairsOf(systems: number, control: number | null): (readonly [number, number])[] {
  return Array.from({ length: systems }, (_, first) =>
    Array.from({ length: systems - first - 1 }, (__, offset) => [first, first + 1 + offset] as const),
  )
    .flat()
    .filter(([a, b]) => control === null || a === control || b === control);
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
