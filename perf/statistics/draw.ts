import { type Random, randomInteger } from "../../base/random.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";

export function normal(random: Random): number {
  return normalQuantile((randomInteger(random, 2 ** 32 - 2) + 1) / 2 ** 32);
}

export function many<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

/** `scenarios` clusters of three values each that share two thirds of their variance. */
export function clustered(random: Random, scenarios: number) {
  const values: number[] = [];
  const clusters: string[] = [];
  for (let s = 0; s < scenarios; s++) {
    const shared = Math.SQRT2 * normal(random);
    for (let i = 0; i < 3; i++) {
      values.push(shared + normal(random));
      clusters.push(String(s));
    }
  }
  return { values, clusters };
}

/** Share of runs in which the interval holds the truth; intervals that do not exist are left out. */
export function coverage(
  runs: number,
  truth: number,
  interval: () => { low: number | null; high: number | null } | null,
): number {
  let [covered, made] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const limits = interval();
    if (limits === null || limits.low === null || limits.high === null) continue;
    made++;
    if (limits.low <= truth && truth <= limits.high) covered++;
  }
  return covered / made;
}
