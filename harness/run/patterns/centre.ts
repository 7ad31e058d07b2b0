import { unitVector } from "../../../db/embeddings/unit-vector.ts";

/** The direction of the mean of unit vectors; zeros where they cancel out. */
export function centreOf(vectors: readonly Float32Array[]): Float32Array {
  return unitVector(meanOf(vectors));
}

export function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length;
  return mean;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
