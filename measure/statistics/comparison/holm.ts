/**
 * Holm's step-down adjustment of a family of p values (Holm 1979): the i-th smallest times (m - i + 1), made monotone and
 * cut at 1. Controls the family-wise error whatever the dependence. Nulls (no test) stay null and do not count in m.
 * Example: [0.01, 0.04, 0.03] gives [0.03, 0.06, 0.06].
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const tests = ps
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted: (number | null)[] = ps.map(() => null);
  let highest = 0;
  tests.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (tests.length - rank)));
    adjusted[index] = highest;
  });
  return adjusted;
}
