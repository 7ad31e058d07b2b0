import { normalQuantile, normalTwoSidedP } from "../basics/distributions.ts";
import { midranks } from "../basics/ranks.ts";

export interface Auroc {
  /** Chance that a positive case has the higher score than a negative one; ties count half. */
  auroc: number;
  /** Null where no pair is out of order, or each is: there DeLong's variance is 0 whatever n. */
  low: number | null;
  high: number | null;
  standardError: number;
  positives: number;
  negatives: number;
}

interface Components {
  auroc: number;
  /** Of each positive case: share of negative ones below it. Of each negative case: share of positive ones above it. */
  ofPositives: readonly number[];
  ofNegatives: readonly number[];
}

/**
 * Area under the receiver operating characteristic with the interval of DeLong, DeLong & Clarke-Pearson (Biometrics 44, 1988),
 * computed from midranks (Sun & Xu, IEEE Signal Processing Letters 21, 2014). Null without a case of each kind; no interval below two of each.
 */
export function auroc(scores: readonly number[], labels: readonly boolean[], level = 0.95): Auroc | null {
  const components = componentsOf(scores, labels);
  if (components === null) return null;
  const standardError = Math.sqrt(covariance(components, components));
  const half = normalQuantile((1 + level) / 2) * standardError;
  const known = standardError > 0;
  return {
    auroc: components.auroc,
    low: known ? Math.max(0, components.auroc - half) : null,
    high: known ? Math.min(1, components.auroc + half) : null,
    standardError,
    positives: components.ofPositives.length,
    negatives: components.ofNegatives.length,
  };
}

/** DeLong's test that two scores of the same cases separate them equally well, with the interval of the difference. Null where it is not defined. */
export function compareAuroc(
  first: readonly number[],
  second: readonly number[],
  labels: readonly boolean[],
  level = 0.95,
): { difference: number; low: number; high: number; z: number; p: number } | null {
  const [a, b] = [componentsOf(first, labels), componentsOf(second, labels)];
  if (a === null || b === null) return null;
  const variance = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
  if (!(variance > 1e-15)) return null;
  const difference = a.auroc - b.auroc;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt(variance);
  const z = difference / Math.sqrt(variance);
  return { difference, low: difference - half, high: difference + half, z, p: normalTwoSidedP(z) };
}

function componentsOf(scores: readonly number[], labels: readonly boolean[]): Components | null {
  const positive = scores.filter((_, i) => labels[i]);
  const negative = scores.filter((_, i) => !labels[i]);
  const [m, n] = [positive.length, negative.length];
  if (m === 0 || n === 0) return null;
  const all = midranks([...positive, ...negative]);
  const [own, other] = [midranks(positive), midranks(negative)];
  const ofPositives = positive.map((_, i) => (all[i]! - own[i]!) / n);
  const ofNegatives = negative.map((_, j) => 1 - (all[m + j]! - other[j]!) / m);
  return { auroc: ofPositives.reduce((sum, value) => sum + value, 0) / m, ofPositives, ofNegatives };
}

function covariance(a: Components, b: Components): number {
  return part(a.ofPositives, b.ofPositives) + part(a.ofNegatives, b.ofNegatives);
}

/** Sample covariance over the number of cases; 0 for a single one. */
function part(x: readonly number[], y: readonly number[]): number {
  const n = x.length;
  if (n < 2) return 0;
  const centre = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [meanX, meanY] = [centre(x), centre(y)];
  return x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0) / (n - 1) / n;
}
