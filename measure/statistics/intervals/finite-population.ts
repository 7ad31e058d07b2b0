/**
 * How many of a finite population are marked, from a random sample without replacement: all numbers that the exact two-sided test
 * (hypergeometric, half of the error on each side) does not reject, as Clopper and Pearson do for a binomial (Buonaccorsi,
 * The American Statistician 41, 1987). Covers at least `level` whatever the number. A sample of all gives the number itself.
 * @throws RangeError for a sample larger than its population, or more marked than sampled
 * Example: 0 of 10 out of 100: 0 to 25.
 */
export function finitePopulationInterval(
  { population, sample, marked }: { population: number; sample: number; marked: number },
  level = 0.95,
): { low: number; high: number } {
  if (sample > population || marked > sample) throw new RangeError(`${marked} of ${sample} out of ${population}`);
  const tail = (1 - level) / 2;
  const possible = Array.from({ length: population - sample + 1 }, (_, unseen) => marked + unseen);
  const kept = possible.filter((count) => {
    const chances = Array.from({ length: sample + 1 }, (_, found) =>
      hypergeometric(found, { population, sample, count }),
    );
    const sum = (list: readonly number[]) => list.reduce((total, chance) => total + chance, 0);
    return sum(chances.slice(0, marked + 1)) > tail && sum(chances.slice(marked)) > tail;
  });
  return { low: Math.min(...kept), high: Math.max(...kept) };
}

/** Chance of `found` marked in a sample without replacement where `count` of the population are. */
export function hypergeometric(
  found: number,
  { population, sample, count }: { population: number; sample: number; count: number },
): number {
  if (found > count || sample - found > population - count) return 0;
  return Math.exp(
    logChoose(count, found) + logChoose(population - count, sample - found) - logChoose(population, sample),
  );
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
}
