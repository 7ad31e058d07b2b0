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
 * Tests of all pairs of systems on the same units, `values[system][unit]`, null where a system has no value; `clusters[unit]` where units
 * are not independent; `range` is that of a difference. p has no resolution: it is computed and not drawn, so it stays small enough for Holm's correction over any number of pairs.
 */
export function testAllPairs(
  values: readonly (readonly (number | null)[])[],
  { clusters, range = DIFFERENCE_OF_SHARES }: { clusters?: readonly string[]; range?: Range } = {},
): PairTest[] {
  const pairs = values.flatMap((a, first) =>
    values.slice(first + 1).map((b, offset) => {
      const paired = differencesOf(a, b, clusters);
      const test = boundedMeanTest(paired.differences, { range, clusters: paired.clusters });
      return {
        first,
        second: first + 1 + offset,
        difference: test?.mean ?? null,
        n: paired.differences.length,
        p: test?.p ?? null,
      };
    }),
  );
  const adjusted = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, at) => ({ ...pair, holmP: adjusted[at]! }));
}

/** Over units where both have a value, with their clusters. */
export function differencesOf(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  clusters: readonly string[] = a.map((_, unit) => String(unit)),
): { differences: number[]; clusters: string[] } {
  const both = [...a.keys()].filter((unit) => a[unit] !== null && (b[unit] ?? null) !== null);
  return { differences: both.map((unit) => a[unit]! - b[unit]!), clusters: both.map((unit) => clusters[unit]!) };
}
