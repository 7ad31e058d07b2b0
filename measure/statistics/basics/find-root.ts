/**
 * Zero of a continuous function with a change of sign between low and high: bisection until the ends are neighbours, so
 * as exact as the function, or no further apart than `tolerance`. Throws a RangeError without a change of sign.
 */
export function findRoot(
  f: (x: number) => number,
  { low, high, tolerance = 0 }: { low: number; high: number; tolerance?: number },
): number {
  let [a, b] = [low, high];
  const start = Math.sign(f(a));
  if (start === 0) return a;
  if (Math.sign(f(b)) === start) throw new RangeError(`no zero between ${low} and ${high}`);
  for (;;) {
    const middle = (a + b) / 2;
    if (middle === a || middle === b || b - a <= tolerance) return middle;
    if (Math.sign(f(middle)) === start) a = middle;
    else b = middle;
  }
}
