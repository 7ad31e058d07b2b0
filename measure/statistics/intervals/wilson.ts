import { normalQuantile } from "../basics/distributions.ts";

/**
 * Wilson's score interval of a proportion (Wilson, JASA 22, 1927), without continuity correction. Never leaves [0, 1] and
 * is right for 0 and n of n, where the usual interval has width 0. Null for n = 0. Trials must be independent: with
 * several executions per scenario use the clustered bootstrap.
 * Throws a RangeError for fewer successes than none and for more than trials.
 * Example: 8 of 10: 0.4902 to 0.9433.
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): { low: number; high: number } | null {
  if (!(successes >= 0 && successes <= n)) throw new RangeError(`${successes} of ${n} is not a proportion`);
  if (n === 0) return null;
  const z = normalQuantile((1 + level) / 2);
  const share = successes / n;
  const shrink = 1 + z ** 2 / n;
  const centre = (share + z ** 2 / (2 * n)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { low: successes === 0 ? 0 : centre - half, high: successes === n ? 1 : centre + half };
}
