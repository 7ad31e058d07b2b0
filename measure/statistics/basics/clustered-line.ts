import { numberClusters } from "../intervals/bootstrap.ts";
import { tQuantile, tTwoSidedP } from "./distributions.ts";

export interface ClusteredSlope {
  slope: number;
  /** CR2: unbiased where observations were independent after all. */
  standardError: number;
  /** Satterthwaite's, of the working model of independence. */
  df: number;
  /** Two-sided p of slope = 0. */
  p: number;
  low: number;
  high: number;
  clusters: number;
}

/** A symmetric 2 x 2 matrix [[a, b], [b, d]]. */
interface Symmetric {
  a: number;
  b: number;
  d: number;
}

/**
 * Least-squares slope of y on x with the bias-reduced cluster-robust standard error CR2 and a t test at Satterthwaite's degrees
 * of freedom (Bell & McCaffrey, Survey Methodology 28, 2002; Pustejovsky & Tipton, JBES 36, 2018; R's clubSandwich). What
 * shares a cluster may depend on each other in any way, and clusters may differ in size. With two columns the adjustment
 * matrix (I - H_g)^(-1/2) of a cluster acts in a plane, so no matrix larger than 2 x 2 is needed. Pairs on one line leave no error
 * to estimate: p is then the smallest that exchanging the clusters could give, 2 / clusters!. Null where x is constant, with fewer
 * than three clusters, or where residuals leave nothing to estimate from.
 */
export function clusteredSlope(
  x: readonly number[],
  y: readonly number[],
  options: { clusters: readonly string[]; level?: number },
): ClusteredSlope | null {
  const { clusterOf, count } = numberClusters(options.clusters);
  const frame = orthonormal(x, y);
  if (frame === null || count < 3) return null;
  const sums = clusterSums(frame, clusterOf, count);
  const parts = sums.map(adjusted);
  const variance = parts.reduce((sum, { score }) => sum + score ** 2, 0) / frame.xx;
  const df = satterthwaite(parts);
  if (!(df > 0)) return null;
  const standardError = Math.sqrt(variance);
  const reach = tQuantile((1 + (options.level ?? 0.95)) / 2, df) * standardError;
  const { slope } = frame;
  const isExact = standardError <= ROUNDING * Math.abs(slope);
  const p = isExact ? (slope === 0 ? 1 : smallestP(count)) : tTwoSidedP(slope / standardError, df);
  return { slope, standardError, df, p, low: slope - reach, high: slope + reach, clusters: count };
}

/** Of sums of residuals that are 0. */
const ROUNDING = 1e-12;

/** Of the orders of so many clusters, the given one and its reverse. */
function smallestP(clusters: number): number {
  let p = 2;
  for (let n = 2; n <= clusters; n++) p /= n;
  return p;
}

interface Frame {
  slope: number;
  /** Sum of squares of x about its mean. */
  xx: number;
  /** The design's orthonormal columns are 1 / sqrt(n) and this. */
  direction: readonly number[];
  residuals: readonly number[];
}

function orthonormal(x: readonly number[], y: readonly number[]): Frame | null {
  const n = x.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [meanX, meanY] = [mean(x), mean(y)];
  const xx = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  if (!(xx > 0)) return null;
  const slope = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0) / xx;
  return {
    slope,
    xx,
    direction: x.map((value) => (value - meanX) / Math.sqrt(xx)),
    residuals: x.map((value, i) => y[i]! - meanY - slope * (value - meanX)),
  };
}

interface ClusterSums {
  /** The cluster's part of the design's crossproduct: sums to the identity. */
  design: Symmetric;
  /** Design' residuals. */
  first: number;
  second: number;
}

function clusterSums({ direction, residuals }: Frame, clusterOf: Uint32Array, count: number): ClusterSums[] {
  const one = 1 / Math.sqrt(direction.length);
  const sums = Array.from({ length: count }, () => ({ design: { a: 0, b: 0, d: 0 }, first: 0, second: 0 }));
  direction.forEach((value, i) => {
    const sum = sums[clusterOf[i]!]!;
    sum.design.a += one * one;
    sum.design.b += one * value;
    sum.design.d += value * value;
    sum.first += one * residuals[i]!;
    sum.second += value * residuals[i]!;
  });
  return sums;
}

interface Part {
  /** The cluster's adjusted score: its share of the slope's error. */
  score: number;
  /** Norm of its weights squared, and their product with the design: all that the degrees of freedom need. */
  norm: number;
  first: number;
  second: number;
}

/** With M = Q'Q the cluster's part of the design, (I - QQ')^(-1/2) = I + Q W Q', W = ((I - M)^(-1/2) - I) M^(-1). */
function adjusted({ design, first, second }: ClusterSums): Part {
  const factor = ofEigenvalues(design, (value) => (rootOf(value) - 1) / value, 0.5);
  const along = times(design, times(factor, { first: 0, second: 1 }, design)); // M W M e2
  const inner = times(factor, { first: design.b, second: design.d });
  const norm = ofEigenvalues(design, (value) => value * rootOf(value) ** 2, 0);
  return {
    score: second + inner.first * first + inner.second * second,
    norm: norm.d,
    first: design.b + along.first,
    second: design.d + along.second,
  };
}

/** (1 - value)^(-1/2), and 0 in a direction that only this cluster tells of (the generalised inverse). */
function rootOf(value: number): number {
  return 1 - value < 1e-10 ? 0 : 1 / Math.sqrt(1 - value);
}

/** A function of a symmetric matrix by its eigenvalues; `atZero` is the function's limit at 0. */
function ofEigenvalues({ a, b, d }: Symmetric, of: (value: number) => number, atZero: number): Symmetric {
  const half = Math.hypot((a - d) / 2, b);
  const [large, small] = [(a + d) / 2 + half, (a + d) / 2 - half];
  const value = (eigenvalue: number) => (eigenvalue < 1e-10 ? atZero : of(Math.min(1, eigenvalue)));
  const [upper, lower] = [value(large), value(small)];
  if (half === 0) return { a: upper, b: 0, d: upper };
  const share = (upper - lower) / (2 * half);
  const middle = (upper + lower) / 2;
  return { a: middle + (share * (a - d)) / 2, b: share * b, d: middle - (share * (a - d)) / 2 };
}

interface Vector {
  first: number;
  second: number;
}

function times({ a, b, d }: Symmetric, vector: Vector, before?: Symmetric): Vector {
  const { first, second } = before ? times(before, vector) : vector;
  return { first: a * first + b * second, second: b * first + d * second };
}

/** tr(B)^2 / tr(B^2) for B_gh = p_g' (I - H)_gh p_h, p_g a cluster's weights: all pairs of clusters by their sums. */
function satterthwaite(parts: readonly Part[]): number {
  const diagonal = parts.map(({ norm, first, second }) => norm - first * first - second * second);
  const trace = diagonal.reduce((sum, value) => sum + value, 0);
  const product = { a: 0, b: 0, d: 0 };
  for (const { first, second } of parts) {
    product.a += first * first;
    product.b += first * second;
    product.d += second * second;
  }
  const all = product.a ** 2 + 2 * product.b ** 2 + product.d ** 2;
  const own = parts.reduce((sum, { first, second }) => sum + (first * first + second * second) ** 2, 0);
  const squares = all - own + diagonal.reduce((sum, value) => sum + value * value, 0);
  return (trace * trace) / squares;
}
