import { distanceOf, type Linkage, squaredDistance, wardFactor } from "./distances.ts";
import type { Points } from "./points.ts";

/** The height at which two groups of places would be merged. Places are summed as they stand, so that no order of rows shows. */
export function groupGaps(
  points: Points,
  groups: readonly (readonly number[])[],
  linkage: Linkage,
): (a: number, b: number) => number {
  return linkage.method === "ward" ? wardGaps(points, groups) : averageGaps(points, groups, linkage);
}

function averageGaps(
  points: Points,
  groups: readonly (readonly number[])[],
  linkage: Extract<Linkage, { method: "average" }>,
): (a: number, b: number) => number {
  const distance = distanceOf(points, linkage.distance);
  return (a, b) => {
    let sum = 0;
    for (const one of groups[a]!) for (const other of groups[b]!) sum += distance(one, other);
    return sum / (groups[a]!.length * groups[b]!.length);
  };
}

function wardGaps(
  { data, dimensions }: Points,
  groups: readonly (readonly number[])[],
): (a: number, b: number) => number {
  const means = groups.map((places) => {
    const mean = new Float64Array(dimensions);
    for (const place of places) for (let at = 0; at < dimensions; at++) mean[at]! += data[place * dimensions + at]!;
    return mean.map((sum) => sum / places.length);
  });
  return (a, b) => {
    const factor = wardFactor(groups[a]!.length, groups[b]!.length);
    return Math.sqrt(factor * squaredDistance(means[a]!, 0, means[b]!, 0, dimensions));
  };
}
