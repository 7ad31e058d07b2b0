export const WEIGHTINGS = ["none", "linear", "quadratic", "ordinal"] as const;
export type Weighting = (typeof WEIGHTINGS)[number];

/** Agreement between the k-th and the l-th category: 1 for the same, down to 0. Square and symmetric. */
export type WeightMatrix = readonly (readonly number[])[];

/**
 * Weights of partial agreement by distance d of two categories of q in their order (Gwet, Handbook of Inter-Rater
 * Reliability, 4th ed. 2014, section 3.5): none 1 or 0; linear 1 - d / (q - 1); quadratic 1 - (d / (q - 1))^2;
 * ordinal 1 - d (d + 1) / (q (q - 1)), the share of pairs of categories that lie between.
 */
export function agreementWeights(weighting: Weighting, categories: number): WeightMatrix {
  const steps = Math.max(1, categories - 1);
  const agreement: Record<Weighting, (distance: number) => number> = {
    none: (distance) => Number(distance === 0),
    linear: (distance) => 1 - distance / steps,
    quadratic: (distance) => 1 - (distance / steps) ** 2,
    ordinal: (distance) => 1 - (distance * (distance + 1)) / (steps * (steps + 1)),
  };
  return Array.from({ length: categories }, (_, k) =>
    Array.from({ length: categories }, (_, l) => agreement[weighting](Math.abs(k - l))),
  );
}
