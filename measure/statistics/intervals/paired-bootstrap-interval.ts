import type { Random } from "../../../base/random.ts";
import { levelsOf } from "../basics/ranks.ts";
import { bootstrapInterval, type Interval, numberClusters, type ToldTogether } from "./bootstrap.ts";

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
 * `bootstrapInterval` of a statistic of pairs. Equal pairs are told once: of a cluster with their number, over all clusters with one
 * weight, so that what a resample costs goes by how many different ones there are. A statistic of counts is the same to the last bit (`counts`);
 * one that adds up fractions differs in its last digits, so with fewer than 10,000 pairs each is added by itself.
 */
export function pairedBootstrapInterval(
  pairs: ClusteredPairs,
  { statistic, counts, random }: { statistic: PairedStatistic; counts: boolean; random: Random },
): Interval {
  if (!counts && pairs.a.length < MANY)
    return bootstrapInterval({ clusters: pairs.clusters, statistic: statistic(pairs.a, pairs.b), random });
  const { a, b, clusters, ...told } = tellOnce(pairs);
  return bootstrapInterval({ clusters, told, statistic: statistic(a, b), random });
}

/** The different pairs, and each of them once for each cluster that has it, in the order in which they first occur. */
function tellOnce({ a, b, clusters }: ClusteredPairs): ClusteredPairs & ToldTogether {
  const { clusterOf } = numberClusters(clusters);
  const [left, right] = [levelsOf(a), levelsOf(b)];
  const [values, places] = [makeNumbering(), makeNumbering()];
  const times: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const value = values.of(left.level[i]! * right.count + right.level[i]!, i);
    const place = places.of(clusterOf[i]! * left.count * right.count + value, i);
    times[place] = (times[place] ?? 0) + 1;
  }
  const placeOf = places.first.map((i) => values.of(left.level[i]! * right.count + right.level[i]!, i));
  return {
    a: values.first.map((i) => a[i]!),
    b: values.first.map((i) => b[i]!),
    clusters: places.first.map((i) => clusters[i]!),
    times: Uint32Array.from(times),
    placeOf: Uint32Array.from(placeOf),
    values: values.first.length,
  };
}

/** Numbers keys from 0 in the order in which they come; `first` has where each came first. */
function makeNumbering() {
  const places = new Map<number, number>();
  const first: number[] = [];
  return {
    first,
    of(key: number, at: number): number {
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, first.length);
      return first.push(at) - 1;
    },
  };
}
