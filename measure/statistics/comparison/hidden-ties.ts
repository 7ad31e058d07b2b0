/** Differences closer than this share of the largest one are the same number. */
export const TIE_TOLERANCE = 1e-9;

/**
 * Makes ties that floating point hides visible: 0.3 - 0.1 and 0.2 differ in the last bit, so tests by ranks would order
 * them (R and scipy do). Magnitudes closer than `tolerance` times the largest become equal, those as near to 0 become 0.
 * A tolerance of 0 keeps the raw doubles.
 */
export function showTies(differences: readonly number[], tolerance = TIE_TOLERANCE): number[] {
  const largest = differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const near = tolerance * largest;
  const levels = [...new Set(differences.map(Math.abs))].sort((a, b) => a - b);
  const level = new Map<number, number>();
  let [previous, group] = [0, 0];
  for (const size of levels) {
    if (size - previous > near) group = size;
    previous = size;
    level.set(size, group);
  }
  return differences.map((value) => Math.sign(value) * level.get(Math.abs(value))!);
}
