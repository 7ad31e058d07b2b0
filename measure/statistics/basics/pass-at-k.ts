/**
 * The chance that at least one of k repeats passes, from `passes` of `n` repeats of one question: 1 - C(n - c, k) / C(n, k), unbiased.
 * Null where k is above n or either is no whole number from 1. Chen et al., Evaluating Large Language Models Trained on Code, 2021.
 */
export function passAtK(passes: number, n: number, k: number): number | null {
  const none = allOf(n - passes, n, k);
  return none === null ? null : 1 - none;
}

/**
 * The chance that all of k repeats pass: C(c, k) / C(n, k), unbiased; null as above. Yao et al., tau-bench, 2024 (there pass^k).
 */
export function passHatK(passes: number, n: number, k: number): number | null {
  return allOf(passes, n, k);
}

/** C(c, k) / C(n, k), as a product, so that nothing overflows. */
function allOf(c: number, n: number, k: number): number | null {
  if (![c, n, k].every(Number.isInteger) || k < 1 || k > n || c < 0 || c > n) return null;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= Math.max(0, c - drawn) / (n - drawn);
  return share;
}
