import { power } from "../../../base/power.ts";

/** Of the trapezoids along the contour: half of it gives the same ten digits. */
const STEP = 0.125;
/** Of the first term: beyond this nothing is added to a double. */
const NEGLIGIBLE = 1e-17;
const NOTHING = 1e-14;
/** A contour bent further comes too near to the poles on the real line. */
const STRONGEST_BEND = 0.8;

/**
 * Probability that sum a_i E_i is above 0 for independent standard exponential E_i; equally, that the mean of the a_i under
 * uniform Dirichlet weights is. Inversion integral of the moment generating function 1 / prod(1 - a_i s) through its saddle point
 * (Daniels, Annals of Mathematical Statistics 25, 1954), along the hyperbola that touches the path of steepest descent: no random
 * numbers, and small probabilities keep their digits. 0 where no a_i is above 0, 1 where none is below and one is above.
 */
export function exponentialSumAbove(coefficients: Float64Array): number {
  let size = 0;
  for (const a of coefficients) size = Math.max(size, Math.abs(a));
  // In units of the largest, and without what is nothing beside it.
  const parts = new Float64Array(coefficients.length);
  let count = 0;
  for (const a of coefficients) if (Math.abs(a) > NOTHING * size) parts[count++] = a / size;
  return partsAbove(parts.subarray(0, count));
}

function partsAbove(parts: Float64Array): number {
  let [largest, smallest, sum] = [0, 0, 0];
  for (const a of parts) {
    largest = Math.max(largest, a);
    smallest = Math.min(smallest, a);
    sum += a;
  }
  if (largest === 0) return 0;
  if (smallest === 0) return 1;
  // By the tail beyond the mean, so that the saddle point lies right of the pole at 0.
  if (sum <= 0) return tailAbove(parts, largest);
  for (let i = 0; i < parts.length; i++) parts[i] = -parts[i]!;
  return 1 - tailAbove(parts, -smallest);
}

function tailAbove(coefficients: Float64Array, largest: number): number {
  const saddle = saddlePoint(coefficients, largest);
  const slopes = new Float64Array(coefficients.length);
  let logFactor = 0;
  let second = 1 / saddle ** 2;
  let third = -2 / power(saddle, 3);
  for (let i = 0; i < slopes.length; i++) {
    const a = coefficients[i]!;
    const slope = a / (1 - a * saddle);
    slopes[i] = slope;
    logFactor -= Math.log1p(-a * saddle);
    second += slope ** 2;
    third += 2 * power(slope, 3);
  }
  const width = 1 / Math.sqrt(second);
  const bend = Math.max(-STRONGEST_BEND, Math.min(STRONGEST_BEND, (third / (3 * second)) * width));
  let total = width / saddle / 2;
  for (let t = STEP; ; t += STEP) {
    const sinh = width * Math.sinh(t);
    const cosh = width * Math.cosh(t);
    const x = bend * (cosh - width);
    // s prod(1 - slope (s - saddle)) at s = saddle + x + i sinh. Written out here: an object for each takes as long as the product.
    let real = saddle + x;
    let imaginary = sinh;
    for (let i = 0; i < slopes.length; i++) {
      const across = 1 - slopes[i]! * x;
      const up = -slopes[i]! * sinh;
      const next = real * across - imaginary * up;
      imaginary = real * up + imaginary * across;
      real = next;
    }
    const square = real ** 2 + imaginary ** 2;
    // The imaginary part of (bend sinh + i cosh) / product.
    total += (cosh * real - bend * sinh * imaginary) / square;
    if ((cosh * saddle) / Math.sqrt(square) < NEGLIGIBLE * width) break;
  }
  return Math.min(1, (Math.exp(logFactor) * total * STEP) / Math.PI);
}

/** Where -sum log(1 - a_i s) - log s is smallest on (0, 1 / largest): it is convex, its slope rises from -inf to +inf. */
function saddlePoint(coefficients: Float64Array, largest: number): number {
  let [low, high] = [0, 1 / largest];
  let s = high / 2;
  for (let step = 0; step < 100; step++) {
    let slope = -1 / s;
    let curvature = slope * slope;
    for (const a of coefficients) {
      const ratio = a / (1 - a * s);
      slope += ratio;
      curvature += ratio * ratio;
    }
    if (slope > 0) high = s;
    else low = s;
    const next = s - slope / curvature;
    if (Math.abs(next - s) < 1e-4 * Math.min(s, 1 / largest - s)) break;
    s = next > low && next < high ? next : (low + high) / 2;
  }
  return s;
}
