import { numberClusters } from "../intervals/bootstrap.ts";

export interface ClusterSums {
  sums: Float64Array;
  sizes: Float64Array;
  /** Values in the largest cluster. */
  largest: number;
}

/** Sum and size of each cluster of values; without clusters each value is one of its own. */
export function clusterSums(
  values: readonly number[],
  clusters: readonly string[] = values.map((_, i) => String(i)),
): ClusterSums {
  const { clusterOf, count } = numberClusters(clusters);
  const [sums, sizes] = [new Float64Array(count), new Float64Array(count)];
  values.forEach((value, i) => {
    sums[clusterOf[i]!]! += value;
    sizes[clusterOf[i]!]! += 1;
  });
  return { sums, sizes, largest: Math.max(...sizes) };
}
