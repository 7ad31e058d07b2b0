import { unitVector } from "../../../db/embeddings/unit-vector.ts";

/** The direction of the mean of unit vectors; zeros where they cancel out. */
export function centreOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]!;
  return unitVector(sum);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
