import { chiSquareUpper, fUpper, normalCdf } from "./distributions.ts";

const POINTS = 1000;
/** Beyond e^-45 of the peak nothing is added to a double. */
const DEPTH = 45;

/**
 * Probability of a noncentral t number of at least t: the normal tail averaged over the chi distribution of the sample's
 * standard deviation, by trapezoids over its logarithm u, whose density is exp(v (u - exp(2u) / 2)) up to a factor. Smooth
 * and falling off at both ends, so trapezoids are exact to about 1e-13.
 */
export function noncentralTUpper(t: number, degreesOfFreedom: number, noncentrality: number): number {
  const logDensity = (u: number) => degreesOfFreedom * (u + 0.5 - Math.exp(2 * u) / 2);
  const left = -0.5 - DEPTH / degreesOfFreedom;
  let right = 0.01;
  while (logDensity(right) > -DEPTH) right *= 1.2;
  const step = (right - left) / POINTS;
  let [sum, all] = [0, 0];
  for (let u = left; u <= right; u += step) {
    const density = Math.exp(logDensity(u));
    all += density;
    sum += density * normalCdf(noncentrality - t * Math.exp(u));
  }
  return sum / all;
}

/** Probability of a noncentral F number of at least f: central ones mixed by Poisson weights. */
export function noncentralFUpper(
  f: number,
  degreesOfFreedom: readonly [number, number],
  noncentrality: number,
): number {
  const [numerator, denominator] = degreesOfFreedom;
  return poissonMixture(noncentrality / 2, (j) => {
    const freedom = numerator + 2 * j;
    return fUpper((f * numerator) / freedom, freedom, denominator);
  });
}

/** Probability of a noncentral chi-square number of at least x. */
export function noncentralChiSquareUpper(x: number, degreesOfFreedom: number, noncentrality: number): number {
  return poissonMixture(noncentrality / 2, (j) => chiSquareUpper(x, degreesOfFreedom + 2 * j));
}

/** From the likeliest count outwards, weights relative to its own, so nothing overflows. */
function poissonMixture(rate: number, value: (count: number) => number): number {
  const mode = Math.floor(rate);
  let [sum, all] = [value(mode), 1];
  const add = (count: number, weight: number) => {
    sum += weight * value(count);
    all += weight;
  };
  for (let [j, weight] = [mode + 1, rate / (mode + 1)]; weight > 1e-18; weight *= rate / ++j) add(j, weight);
  for (let [j, weight] = [mode - 1, mode / rate]; j >= 0 && weight > 1e-18; weight *= j / rate, j--) add(j, weight);
  return sum / all;
}
