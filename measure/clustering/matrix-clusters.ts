import { type Linkage, pairIndex } from "./distances.ts";
import type { ClusterSlots, Neighbour } from "./nearest-neighbour-chain.ts";

/** One number for each pair a < b, row by row of the upper triangle. */
export type PairNumbers = Float64Array | Float32Array;

/**
 * Clusters by all their gaps, which a merge updates in place (Lance & Williams, The Computer Journal 9, 1967). Gaps are distances; those of Ward are squared.
 * `sizes[slot]` rows stand at a slot to begin with.
 */
export function matrixClusters(gaps: PairNumbers, sizes: Float64Array, method: Linkage["method"]): ClusterSlots {
  const count = sizes.length;
  const at = (a: number, b: number): number => (a < b ? pairIndex(count, a, b) : pairIndex(count, b, a));
  const { joined, heightOf } = gapToMerged(method);
  return {
    nearest: (x, active, preferred) => nearestInMatrix(gaps, count, { x, active, preferred }),
    join(a, b, gap, active) {
      for (const other of active) {
        if (other === b) continue;
        const place = at(b, other);
        gaps[place] = joined(gaps[at(a, other)]!, gaps[place]!, gap, sizes[a]!, sizes[b]!, sizes[other]!);
      }
      sizes[b]! += sizes[a]!;
    },
    heightOf,
  };
}

/** Fills `gaps` with that of each pair. */
export function fillPairs<Numbers extends PairNumbers>(
  gaps: Numbers,
  count: number,
  gapOf: (a: number, b: number) => number,
): Numbers {
  for (let a = 0, at = 0; a < count; a++) for (let b = a + 1; b < count; b++, at++) gaps[at] = gapOf(a, b);
  return gaps;
}

function nearestInMatrix(
  gaps: PairNumbers,
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

/** Gaps to what a merge made (Lance & Williams), and heights from gaps and back: gaps of Ward are squared. */
export function gapToMerged(method: Linkage["method"]) {
  const same = (value: number) => value;
  return method === "ward"
    ? { joined: wardUpdate, heightOf: Math.sqrt, asGap: (height: number) => height ** 2 }
    : { joined: averageUpdate, heightOf: same, asGap: same };
}

function averageUpdate(toA: number, toB: number, _gap: number, sizeA: number, sizeB: number): number {
  return (sizeA * toA + sizeB * toB) / (sizeA + sizeB);
}

function wardUpdate(toA: number, toB: number, gap: number, sizeA: number, sizeB: number, size: number): number {
  const sum = (sizeA + size) * toA + (sizeB + size) * toB - size * gap;
  return Math.max(0, sum / (sizeA + sizeB + size));
}
