/**
 * Zero of a monotone function that is costly to compute, to this share of the bracket (Ridders, IEEE Transactions on Circuits and
 * Systems 26, 1979); about ten calls where the function is smooth. A jump over 0 counts as a zero. `findRoot` is for the last bit.
 */
export function findCrossing(
  f: (x: number) => number,
  { low, high, tolerance = 1e-10 }: { low: number; high: number; tolerance?: number },
): number {
  let [a, b] = [low, high];
  let [atA, atB] = [f(a), f(b)];
  if (atA === 0) return a;
  if (atB === 0) return b;
  if (Math.sign(atA) === Math.sign(atB)) throw new RangeError(`no zero between ${low} and ${high}`);
  const near = tolerance * (high - low);
  for (let previous = Number.NaN; ; ) {
    const middle = (a + b) / 2;
    const atMiddle = f(middle);
    const x = middle + ((middle - a) * Math.sign(atA) * atMiddle) / Math.sqrt(atMiddle ** 2 - atA * atB);
    if (atMiddle === 0 || Math.abs(x - previous) < near || b - a < near) return atMiddle === 0 ? middle : x;
    previous = x;
    const atX = f(x);
    if (atX === 0) return x;
    // The smallest bracket of the four points.
    for (const [point, value] of [
      [middle, atMiddle],
      [x, atX],
    ] as const) {
      if (point <= a || point >= b) continue;
      if (Math.sign(value) === Math.sign(atA)) [a, atA] = [point, value];
      else [b, atB] = [point, value];
    }
  }
}
