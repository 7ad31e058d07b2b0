/**
 * Benjamini & Hochberg's step-up adjustment (JRSS B 57, 1995): the i-th smallest times m / i, made monotone. Controls the
 * expected share of false discoveries, not the chance of any: for exploring, where Holm is for claiming. Nulls stay null.
 */
export function benjaminiHochberg(ps: readonly (number | null)[]): (number | null)[] {
  const tests = ps
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((a, b) => b.p - a.p || b.index - a.index);
  const adjusted: (number | null)[] = ps.map(() => null);
  let lowest = 1;
  tests.forEach(({ p, index }, fromTop) => {
    lowest = Math.min(lowest, (p * tests.length) / (tests.length - fromTop));
    adjusted[index] = lowest;
  });
  return adjusted;
}
