import type { Random } from "../../../base/random.ts";
import { levelsOf } from "../basics/ranks.ts";
import { bootstrapInterval, type Interval, numberClusters } from "./bootstrap.ts";

/** Two numbers of each observation, and its cluster. */
export interface ClusteredPairs {
  a: readonly number[];
  b: readonly number[];
  clusters: readonly string[];
}

/** A statistic of two columns when pair i counts `weights[i]` times. */
export type PairedStatistic = (
  a: readonly number[],
  b: readonly number[],
) => (weights: ArrayLike<number>) => number | null;

/** From so many pairs on, equal ones are told once for every statistic: a bootstrap of 200,000 took minutes. */
const MANY = 10_000;

/**
 * `bootstrapInterval` of a statistic of pairs. Equal pairs of a cluster are told once, with their number: what a resample costs
 * then goes by how many different ones there are. A statistic of counts is the same to the last bit (`counts`); one that adds
 * up fractions differs in its last digits, so with fewer than 10,000 pairs each is added by itself.
 */
export function pairedBootstrapInterval(
  pairs: ClusteredPairs,
  { statistic, counts, random }: { statistic: PairedStatistic; counts: boolean; random: Random },
): Interval {
  const { a, b, clusters, times } = counts || pairs.a.length >= MANY ? tellOnce(pairs) : { ...pairs, times: undefined };
  return bootstrapInterval({ clusters, times, statistic: statistic(a, b), random });
}

/** The different pairs of each cluster in the order in which they first occur, and how often each does. */
function tellOnce({ a, b, clusters }: ClusteredPairs): ClusteredPairs & { times: Uint32Array } {
  const { clusterOf } = numberClusters(clusters);
  const [left, right] = [levelsOf(a), levelsOf(b)];
  const places = new Map<number, number>();
  const first: number[] = [];
  const times: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const key = (clusterOf[i]! * left.count + left.level[i]!) * right.count + right.level[i]!;
    const place = places.get(key) ?? first.push(i) - 1;
    places.set(key, place);
    times[place] = (times[place] ?? 0) + 1;
  }
  const told = <T>(column: readonly T[]): T[] => first.map((i) => column[i]!);
  return { a: told(a), b: told(b), clusters: told(clusters), times: Uint32Array.from(times) };
}
