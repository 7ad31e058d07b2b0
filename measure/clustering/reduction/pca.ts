import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { dotProduct } from "../distances.ts";
import type { Points } from "../points.ts";

/** Principal components, strongest first: the rows' coordinates along them, centred, not scaled. At most as many as there are dimensions, or rows but one. */
export function principalComponents(points: Points, components: number): Points {
  const { count, dimensions } = points;
  const kept = Math.max(1, Math.min(components, dimensions, count - 1));
  const centred = centre(points);
  const { eigenvectorMatrix } = new EigenvalueDecomposition(covariance(centred, count, dimensions), {
    assumeSymmetric: true,
  });
  const projected = new Float64Array(count * kept);
  for (let component = 0; component < kept; component++) {
    // Ascending by eigenvalue.
    const direction = Float64Array.from(eigenvectorMatrix.getColumn(dimensions - 1 - component));
    for (let place = 0; place < count; place++)
      projected[place * kept + component] = dotProduct(centred, place * dimensions, direction, 0, dimensions);
  }
  return { data: projected, count, dimensions: kept, rows: points.rows };
}

function centre({ data, count, dimensions }: Points): Float64Array {
  const means = new Float64Array(dimensions);
  for (let at = 0; at < data.length; at++) means[at % dimensions]! += data[at]! / count;
  return data.map((value, at) => value - means[at % dimensions]!);
}

function covariance(centred: Float64Array, count: number, dimensions: number): Matrix {
  const sums = Array.from({ length: dimensions }, () => new Float64Array(dimensions));
  for (let place = 0; place < count; place++) {
    const row = centred.subarray(place * dimensions, (place + 1) * dimensions);
    for (let a = 0; a < dimensions; a++) {
      const [value, own] = [row[a]!, sums[a]!];
      for (let b = a; b < dimensions; b++) own[b]! += value * row[b]!;
    }
  }
  for (let a = 0; a < dimensions; a++) for (let b = 0; b < a; b++) sums[a]![b] = sums[b]![a]!;
  return new Matrix(sums);
}
