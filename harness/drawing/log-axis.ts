/** Values at 1, 2 and 5 times the powers of ten between two numbers above 0; powers alone where that is more than eight. */
export function logTicks(low: number, high: number): number[] {
  const powers = Array.from(
    { length: Math.floor(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, index) => Math.floor(Math.log10(low)) + index,
  );
  const ticks = [1, 2, 5].map((factor) => powers.map((power) => Number(`${factor}e${power}`)));
  const within = (values: number[]) => values.filter((value) => value >= low && value <= high).sort((a, b) => a - b);
  const all = within(ticks.flat());
  return all.length <= 8 ? all : within(ticks[0]!);
}
