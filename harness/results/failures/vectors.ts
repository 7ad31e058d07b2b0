import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { BLOCKS, blockOf, type Failure, SIZED } from "./failure.ts";

/** Sparse and of length 1: a feature's name with its part. */
export type SparseVector = Readonly<Record<string, number>>;

/**
 * A failure as a vector of length 1. Within each block the features are brought to length 1, then weighed (`BLOCKS`), then all of it is brought
 * to length 1: no block outweighs another by the number of its columns, and shares, flags and scaled counts stand side by side.
 * Effort and errors keep their size: one call of ten that failed and was made again is not ten of ten.
 */
export function vectorOf({ features }: Pick<Failure, "features">): SparseVector {
  const blocks = grouped(Object.entries(features), ([name]) => blockOf(name));
  return toUnit(
    [...blocks].flatMap(([block, parts]) => {
      const length = Math.sqrt(parts.reduce((sum, [, value]) => sum + value ** 2, 0));
      const size = SIZED.includes(block) ? parts.reduce((sum, [, value]) => sum + value, 0) : 1;
      return parts.map(([name, value]) => [name, (value / length) * size * BLOCKS[block].weight] as const);
    }),
  );
}

/** The mean of some vectors, brought to length 1. */
export function centreOf(vectors: readonly SparseVector[]): SparseVector {
  return toUnit(Object.entries(meanOf(vectors)));
}

/** The mean as it is: 1 less a vector's product with it is the mean distance to all of them. */
export function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sums = new Map<string, number>();
  for (const vector of vectors)
    for (const [name, value] of Object.entries(vector)) sums.set(name, (sums.get(name) ?? 0) + value / vectors.length);
  return Object.fromEntries([...sums].sort(([a], [b]) => compareText(a, b)));
}

function toUnit(entries: readonly (readonly [string, number])[]): SparseVector {
  const sorted = entries.toSorted(([a], [b]) => compareText(a, b));
  const length = Math.sqrt(sorted.reduce((sum, [, value]) => sum + value ** 2, 0));
  return Object.fromEntries(length === 0 ? [] : sorted.map(([name, value]) => [name, value / length]));
}

/** 1 less the cosine: 0 for the same direction, 1 for nothing in common. */
export function distanceOf(a: SparseVector, b: SparseVector): number {
  return Math.max(0, 1 - productOf(a, b));
}

function productOf(a: SparseVector, b: SparseVector): number {
  return Object.entries(a).reduce((sum, [name, value]) => sum + value * (b[name] ?? 0), 0);
}

/** The one whose members are nearest on average, where that is nearer than `height`; the first of those as near. Null where none is. */
export function nearestByMean<Known extends { id: string; mean: SparseVector }>(
  vector: SparseVector,
  { known, height }: { known: readonly Known[]; height: number },
): string | null {
  let [best, least] = [null as string | null, height];
  for (const { id, mean } of known) {
    const distance = 1 - productOf(vector, mean);
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}

/** The same vectors as rows of one table, columns in the order of their names. */
export function toRows(vectors: readonly SparseVector[]): { columns: string[]; rows: number[][] } {
  const columns = [...new Set(vectors.flatMap((vector) => Object.keys(vector)))].sort(compareText);
  return { columns, rows: vectors.map((vector) => columns.map((name) => vector[name] ?? 0)) };
}
