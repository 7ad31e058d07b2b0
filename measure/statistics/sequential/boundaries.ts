import { normalCdf, normalQuantile } from "../basics/distributions.ts";
import { findRoot } from "../basics/find-root.ts";
import { type Continuing, firstLook } from "./brownian.ts";

/** How much of alpha may be spent by each fraction of the information (Lan and DeMets, Biometrika 70, 1983). */
export type SpendingFunction = "obrien_fleming" | "pocock";
/** Bounds of one constant: `c / sqrt(t)` (O'Brien and Fleming, Biometrics 35, 1979), or `c` (Pocock, Biometrika 64, 1977). */
export type ClassicalShape = "obrien_fleming" | "pocock";

/** Looks and their one-sided bounds on the standardized statistic. */
export interface SequentialDesign {
  /** Of the planned information, at each look; ascending. The last may be another than 1 where another number was reached. */
  fractions: readonly number[];
  /** A statistic of at least this is a loss, look by look. */
  upper: readonly number[];
  /** One-sided alpha that is spent up to each look. */
  spent: readonly number[];
}

const SPENT: Readonly<Record<SpendingFunction, (alpha: number, fraction: number) => number>> = {
  obrien_fleming: (alpha, fraction) => 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(fraction)),
  pocock: (alpha, fraction) => alpha * Math.log(1 + (Math.E - 1) * fraction),
};

/**
 * One-sided bounds that spend alpha by a function of the information (Lan & DeMets 1983). At the last look all that is left is spent, whatever number of
 * scenarios it has: the fractions before it stay as they were planned.
 * @param alpha one-sided, in (0, .5)
 * @param fractions of the planned information at each look, ascending, in (0, 1]
 * @throws RangeError for alphas and fractions out of range
 */
export function spendingDesign({
  alpha,
  fractions,
  spending,
}: {
  alpha: number;
  fractions: readonly number[];
  spending: SpendingFunction;
}): SequentialDesign {
  checkDesign(alpha, fractions);
  const spent = fractions.map((fraction, look) =>
    look === fractions.length - 1 ? alpha : SPENT[spending](alpha, fraction),
  );
  const upper: number[] = [];
  let path = firstLook(fractions[0]!, 0);
  for (const [look, fraction] of fractions.entries()) {
    if (look > 0) path = path.next({ upper: upper[look - 1]! }, fraction);
    const mine = spent[look]! - (spent[look - 1] ?? 0);
    upper.push(boundOf(path, mine));
  }
  return { fractions, upper, spent };
}

/** The value that this much of all paths reaches; beyond what numbers tell apart nothing does. */
function boundOf(path: Continuing, probability: number): number {
  const [low, high] = [-10, 10];
  if (path.atLeast(high) >= probability) return high;
  return findRoot((z) => path.atLeast(z) - probability, { low, high });
}

/**
 * One-sided bounds of one constant, which spend alpha in all (Pocock 1977; O'Brien & Fleming 1979).
 * @param alpha one-sided, in (0, .5)
 * @param fractions of the information at each look, ascending, in (0, 1]
 * @throws RangeError for alphas and fractions out of range
 */
export function classicalDesign({
  alpha,
  fractions,
  shape,
}: {
  alpha: number;
  fractions: readonly number[];
  shape: ClassicalShape;
}): SequentialDesign {
  checkDesign(alpha, fractions);
  const boundsAt = (constant: number) =>
    fractions.map((fraction) => (shape === "pocock" ? constant : constant / Math.sqrt(fraction)));
  const last = (constant: number) => crossed({ fractions, upper: boundsAt(constant) }, 0).reduce((a, b) => a + b);
  const least = -normalQuantile(alpha);
  const constant = findRoot((c) => last(c) - alpha, { low: least - 1e-6, high: least + 3, tolerance: 1e-11 });
  const upper = boundsAt(constant);
  let sum = 0;
  const spent = crossed({ fractions, upper }, 0).map((own) => {
    sum += own;
    return sum;
  });
  return { fractions, upper, spent };
}

/** Probability of crossing the upper bound first at each look. */
function crossed({ fractions, upper }: Pick<SequentialDesign, "fractions" | "upper">, drift: number): number[] {
  const found: number[] = [];
  let path = firstLook(fractions[0]!, drift);
  for (const [look, bound] of upper.entries()) {
    if (look > 0) path = path.next({ upper: upper[look - 1]! }, fractions[look]!);
    found.push(path.atLeast(bound));
  }
  return found;
}

function checkDesign(alpha: number, fractions: readonly number[]): void {
  if (!(alpha > 0 && alpha < 0.5)) throw new RangeError(`alpha: expected a number between 0 and .5, found ${alpha}`);
  if (
    fractions.length === 0 ||
    fractions.some((fraction, at) => !(fraction > (fractions[at - 1] ?? 0) && fraction <= 1))
  )
    throw new RangeError(`fractions: expected ascending numbers above 0, 1 at most, found ${fractions.join(", ")}`);
}

/**
 * Below which conditional power falls short, look by look: the chance of a loss at the last look, if the drift is the planned one from
 * here on (Lan, Simon and Halperin, Sequential Analysis 1, 1982). At the last look it is the bound for a loss. Non-binding: alpha does not count on it.
 * @param from the first look at which anything may stop below, from 0
 */
export function futilityBounds(
  { fractions, upper }: Pick<SequentialDesign, "fractions" | "upper">,
  { drift, power, from = 0 }: { drift: number; power: number; from?: number },
): (number | undefined)[] {
  const end = fractions.at(-1)!;
  const last = upper.at(-1)! * Math.sqrt(end);
  return fractions.map((fraction, look) => {
    if (look === fractions.length - 1) return upper[look];
    if (look < from) return undefined;
    const left = end - fraction;
    return (last - drift * left + Math.sqrt(left) * normalQuantile(power)) / Math.sqrt(fraction);
  });
}
