import type { Random } from "../../../db/base/random.ts";
import { holm } from "./holm.ts";
import { signFlipTest } from "./sign-flip.ts";

export interface PairTest {
  /** Places of both systems. */
  first: number;
  second: number;
  /** Mean of the first minus that of the second, over units where both have a value. */
  difference: number | null;
  n: number;
  /** Two-sided, paired sign-flip permutation. */
  p: number | null;
  /** Holm-corrected over all pairs given. */
  holmP: number | null;
}

/**
 * Sign-flip tests of all pairs of systems on the same units, `values[system][unit]`, null where a system has no value. Without
 * nulls all pairs share the same random patterns: a signed sum of differences is the difference of two signed sums, so k
 * systems cost k sums a pattern and not k (k - 1) / 2. p = (b + 1) / (permutations + 1) (Phipson & Smyth 2010).
 */
export function testAllPairs(
  values: readonly (readonly (number | null)[])[],
  { random, permutations = 10_000 }: { random: Random; permutations?: number },
): PairTest[] {
  const complete = values.every((row) => row.every((value) => value !== null));
  const pairs = values.flatMap((_, first) =>
    values.slice(first + 1).map((__, offset) => ({ first, second: first + 1 + offset })),
  );
  const tests = complete
    ? testTogether(values as readonly (readonly number[])[], pairs, { random, permutations })
    : pairs.map(({ first, second }) => testOne(values[first]!, values[second]!, { random, permutations }));
  const adjusted = holm(tests.map(({ p }) => p));
  return pairs.map((pair, at) => ({ ...pair, ...tests[at]!, holmP: adjusted[at]! }));
}

type Test = Pick<PairTest, "difference" | "n" | "p">;
type Sampling = { random: Random; permutations: number };

function testOne(a: readonly (number | null)[], b: readonly (number | null)[], sampling: Sampling): Test {
  const differences = a.flatMap((value, unit) => {
    const other = b[unit] ?? null;
    return value === null || other === null ? [] : [value - other];
  });
  const result = signFlipTest(differences, sampling);
  return { difference: result?.difference ?? null, n: differences.length, p: result?.p ?? null };
}

function testTogether(
  values: readonly (readonly number[])[],
  pairs: readonly { first: number; second: number }[],
  { random, permutations }: Sampling,
): Test[] {
  const units = values[0]?.length ?? 0;
  if (units === 0) return pairs.map(() => ({ difference: null, n: 0, p: null }));
  const rows = values.map((row) => Float64Array.from(row));
  const observed = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
  // Patterns that tie with the observed sum up to rounding count as extreme.
  const bars = pairs.map(({ first, second }) => {
    const size = rows[first]!.reduce((sum, value, unit) => sum + Math.abs(value - rows[second]![unit]!), 0);
    return Math.abs(observed[first]! - observed[second]!) - 1e-10 * size;
  });
  const extreme = new Float64Array(pairs.length);
  const signs = new Float64Array(units);
  const sums = new Float64Array(rows.length);
  for (let k = 0; k < permutations; k++) {
    flip(signs, random);
    rows.forEach((row, system) => {
      let sum = 0;
      for (let unit = 0; unit < units; unit++) sum += signs[unit]! * row[unit]!;
      sums[system] = sum;
    });
    for (let at = 0; at < pairs.length; at++) {
      const { first, second } = pairs[at]!;
      if (Math.abs(sums[first]! - sums[second]!) >= bars[at]!) extreme[at]!++;
    }
  }
  return pairs.map(({ first, second }, at) => ({
    difference: (observed[first]! - observed[second]!) / units,
    n: units,
    p: (extreme[at]! + 1) / (permutations + 1),
  }));
}

/** A random sign for each unit, 32 from each number drawn. */
function flip(signs: Float64Array, random: Random): void {
  let bits = 0;
  for (let unit = 0; unit < signs.length; unit++) {
    if (unit % 32 === 0) bits = Math.floor(random() * 2 ** 32) | 0;
    signs[unit] = bits & 1 ? 1 : -1;
    bits >>>= 1;
  }
}
