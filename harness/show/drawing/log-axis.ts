/**
 * Values at 1, 2 and 5 times the powers of ten between two numbers above 0; powers alone where that is more than eight, and the first
 * and last of two digits where there is none.
 */
export function logTicks(low: number, high: number): number[] {
  const powers = Array.from(
    { length: Math.floor(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, index) => Math.floor(Math.log10(low)) + index,
  );
  const ofPowers = (factor: number) => powers.map((power) => Number(`${factor}e${power}`));
  const ticks = [1, 2, 5].map(ofPowers);
  const within = (values: number[]) => values.filter((value) => value >= low && value <= high).sort((a, b) => a - b);
  const all = within(ticks.flat());
  if (all.length > 8) return within(ticks[0]!);
  if (all.length > 0) return all;
  const finer = within(Array.from({ length: 90 }, (_, index) => (10 + index) / 10).flatMap(ofPowers));
  return [...new Set([finer[0], finer.at(-1)])].filter((value) => value !== undefined);
}
