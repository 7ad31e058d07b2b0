import { distanceOf, type Linkage, pairIndex } from "./distances.ts";
import type { ClusterSlots, Neighbour } from "./nearest-neighbour-chain.ts";
import type { Points } from "./points.ts";

type FloatArray = Float64Array | Float32Array;

/**
 * Clusters by all their distances, which a merge updates (Lance & Williams, The Computer Journal 9, 1967). Gaps are distances; of Ward they are squared.
 * `weights[slot]` rows stand at a slot to begin with.
 */
export function matrixClusters(
  points: Points,
  weights: Float64Array,
  linkage: Linkage,
  Numbers: new (length: number) => FloatArray,
): ClusterSlots {
  const { count } = points;
  const gaps = pairGaps(points, weights, linkage, new Numbers((count * (count - 1)) / 2));
  const sizes = weights.slice();
  const at = (a: number, b: number): number => (a < b ? pairIndex(count, a, b) : pairIndex(count, b, a));
  const updated = linkage.method === "ward" ? wardUpdate : averageUpdate;
  return {
    nearest: (x, active, preferred) => nearestInMatrix(gaps, count, { x, active, preferred }),
    join(a, b, gap, active) {
      for (const other of active) {
        if (other === b) continue;
        const place = at(b, other);
        gaps[place] = updated(gaps[at(a, other)]!, gaps[place]!, gap, sizes[a]!, sizes[b]!, sizes[other]!);
      }
      sizes[b]! += sizes[a]!;
    },
    heightOf: linkage.method === "ward" ? Math.sqrt : (gap) => gap,
  };
}

function pairGaps(points: Points, weights: Float64Array, linkage: Linkage, gaps: FloatArray): FloatArray {
  const distance = distanceOf(points, linkage.method === "ward" ? "euclidean" : linkage.distance);
  for (let a = 0, at = 0; a < points.count; a++)
    for (let b = a + 1; b < points.count; b++, at++) gaps[at] = distance(a, b);
  if (linkage.method === "average") return gaps;
  for (let a = 0, at = 0; a < points.count; a++)
    for (let b = a + 1; b < points.count; b++, at++)
      gaps[at] = ((2 * weights[a]! * weights[b]!) / (weights[a]! + weights[b]!)) * gaps[at]! ** 2;
  return gaps;
}

function nearestInMatrix(
  gaps: FloatArray,
  count: number,
  { x, active, preferred }: { x: number; active: Uint32Array; preferred: number | null },
): Neighbour {
  let slot = preferred ?? -1;
  let gap =
    preferred === null
      ? Number.POSITIVE_INFINITY
      : gaps[pairIndex(count, Math.min(x, preferred), Math.max(x, preferred))]!;
  const row = pairIndex(count, x, 0);
  for (let i = 0; i < active.length; i++) {
    const other = active[i]!;
    if (other === x) continue;
    const found = gaps[other > x ? row + other : pairIndex(count, other, x)]!;
    if (found < gap) {
      gap = found;
      slot = other;
    }
  }
  return { slot, gap };
}

function averageUpdate(toA: number, toB: number, _gap: number, sizeA: number, sizeB: number): number {
  return (sizeA * toA + sizeB * toB) / (sizeA + sizeB);
}

function wardUpdate(toA: number, toB: number, gap: number, sizeA: number, sizeB: number, size: number): number {
  const sum = (sizeA + size) * toA + (sizeB + size) * toB - size * gap;
  return Math.max(0, sum / (sizeA + sizeB + size));
}
