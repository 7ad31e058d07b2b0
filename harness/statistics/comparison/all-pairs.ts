import { boundedMeanTest, DIFFERENCE_OF_SHARES, type Range } from "./bounded-mean-test.ts";
import { holm } from "./holm.ts";

export interface PairTest {
  /** Places of both systems. */
  first: number;
  second: number;
  /** Mean of the first minus that of the second, over units where both have a value. */
  difference: number | null;
  n: number;
  /** Two-sided, of a mean difference of 0 between two scores of known range. */
  p: number | null;
  /** Holm-corrected over all pairs given. */
  holmP: number | null;
}

/**
 * Tests of all pairs of systems on the same units, `values[system][unit]`, null where a system has no value; `range` is that of a
 * difference. p has no resolution: it is computed and not drawn, so it stays small enough for Holm's correction over any number of pairs.
 */
export function testAllPairs(
  values: readonly (readonly (number | null)[])[],
  range: Range = DIFFERENCE_OF_SHARES,
): PairTest[] {
  const pairs = values.flatMap((a, first) =>
    values.slice(first + 1).map((b, offset) => {
      const differences = differencesOf(a, b);
      const test = boundedMeanTest(differences, { range });
      return {
        first,
        second: first + 1 + offset,
        difference: test?.mean ?? null,
        n: differences.length,
        p: test?.p ?? null,
      };
    }),
  );
  const adjusted = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, at) => ({ ...pair, holmP: adjusted[at]! }));
}

function differencesOf(a: readonly (number | null)[], b: readonly (number | null)[]): number[] {
  return a.flatMap((value, unit) => {
    const other = b[unit] ?? null;
    return value === null || other === null ? [] : [value - other];
  });
}
