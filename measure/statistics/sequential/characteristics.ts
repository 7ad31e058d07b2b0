import { firstLook } from "./brownian.ts";

/** Looks with the bounds that stop there. */
export interface Looks {
  /** Of the planned information, ascending. */
  fractions: readonly number[];
  /** At least this is a loss. */
  upper: readonly number[];
  /** Below this no loss is expected any more; absent, or undefined at a look: nothing stops there. */
  lower?: readonly (number | undefined)[] | undefined;
}

/** What becomes of series at one true drift; probabilities. */
export interface Characteristics {
  /** Probability of stopping for a loss, and without one, at each look. */
  stopLoss: number[];
  stopNoLoss: number[];
  /** Of a loss in all. */
  power: number;
  /** Of the information that is planned, on average. */
  expectedFraction: number;
}

/** What a design does at a true drift, the mean of the statistic at full information, by the integration of Armitage, McPherson & Rowe (1969). What crosses no bound ends at the last look, without a loss. */
export function characteristicsOf({ fractions, upper, lower = [] }: Looks, drift: number): Characteristics {
  const stopLoss: number[] = [];
  const stopNoLoss: number[] = [];
  let path = firstLook(fractions[0]!, drift);
  for (const [look, fraction] of fractions.entries()) {
    if (look > 0) path = path.next({ lower: lower[look - 1], upper: upper[look - 1]! }, fraction);
    stopLoss.push(path.atLeast(upper[look]!));
    const below = look === fractions.length - 1 ? upper[look]! : lower[look];
    stopNoLoss.push(below === undefined ? 0 : path.below(below));
  }
  const expectedFraction = fractions.reduce((sum, t, look) => sum + t * (stopLoss[look]! + stopNoLoss[look]!), 0);
  return { stopLoss, stopNoLoss, power: stopLoss.reduce((a, b) => a + b), expectedFraction };
}
