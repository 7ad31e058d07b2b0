/**
 * How a scenario set is distributed: the one table. Rows follow the reference study (section 6): families 10/14/16/8/4,
 * complexities 16/20/16, 38 answerable and 14 not. How families, complexities and answerability cross is ours, as the
 * study gives the margins only; so are the eight multi-turn scenarios.
 */
import { type Complexity, FAMILIES, type Family } from "./schema.ts";

export interface DistributionRow {
  family: Family;
  complexity: Complexity;
  answerable: boolean;
  /** Scenarios of 52. */
  count: number;
  /** Of these, how many have later turns that depend on earlier ones. */
  multiTurn: number;
  /** Of these, how many ask for the largest truths. */
  large?: number;
}

/** Total of the table. */
export const STUDY_TOTAL = 52;

export const DISTRIBUTION: readonly DistributionRow[] = [
  { family: "lookup", complexity: "single_hop", answerable: true, count: 5, multiTurn: 0, large: 1 },
  { family: "lookup", complexity: "single_hop", answerable: false, count: 2, multiTurn: 0 },
  { family: "lookup", complexity: "multi_hop", answerable: true, count: 2, multiTurn: 1 },
  { family: "lookup", complexity: "multi_hop", answerable: false, count: 1, multiTurn: 0 },
  { family: "search", complexity: "single_hop", answerable: true, count: 4, multiTurn: 0 },
  { family: "search", complexity: "single_hop", answerable: false, count: 1, multiTurn: 0 },
  { family: "search", complexity: "multi_hop", answerable: true, count: 3, multiTurn: 0 },
  { family: "search", complexity: "multi_hop", answerable: false, count: 1, multiTurn: 0 },
  { family: "search", complexity: "reasoning", answerable: true, count: 3, multiTurn: 1 },
  { family: "search", complexity: "reasoning", answerable: false, count: 2, multiTurn: 1 },
  { family: "traceability", complexity: "single_hop", answerable: true, count: 3, multiTurn: 0 },
  { family: "traceability", complexity: "single_hop", answerable: false, count: 1, multiTurn: 0 },
  { family: "traceability", complexity: "multi_hop", answerable: true, count: 6, multiTurn: 2 },
  { family: "traceability", complexity: "multi_hop", answerable: false, count: 2, multiTurn: 0 },
  { family: "traceability", complexity: "reasoning", answerable: true, count: 3, multiTurn: 1 },
  { family: "traceability", complexity: "reasoning", answerable: false, count: 1, multiTurn: 0 },
  { family: "impact", complexity: "multi_hop", answerable: true, count: 4, multiTurn: 0, large: 1 },
  { family: "impact", complexity: "multi_hop", answerable: false, count: 1, multiTurn: 0 },
  { family: "impact", complexity: "reasoning", answerable: true, count: 2, multiTurn: 1 },
  { family: "impact", complexity: "reasoning", answerable: false, count: 1, multiTurn: 0 },
  { family: "comparison", complexity: "reasoning", answerable: true, count: 3, multiTurn: 1 },
  { family: "comparison", complexity: "reasoning", answerable: false, count: 1, multiTurn: 0 },
];

/** How many relevant tests an answerable scenario may have: the study's range, 1 to 97, rounded up to the longest list that an answer may have. */
export const MIN_RELEVANT = 1;
export const MAX_RELEVANT = 100;

/** Wanted sizes of the relevant set, with their share: mostly 2 to 15, some large. Look-ups of one test case come besides. */
export const SIZE_BANDS: readonly { low: number; high: number; share: number }[] = [
  { low: 2, high: 6, share: 0.4 },
  { low: 7, high: 15, share: 0.35 },
  { low: 16, high: 40, share: 0.15 },
  { low: 41, high: 79, share: 0.1 },
];

/** Of `large` scenarios. */
export const LARGE_BAND = { low: 80, high: MAX_RELEVANT };

/** One scenario to be made. */
export interface Slot {
  family: Family;
  complexity: Complexity;
  answerable: boolean;
  multiTurn: boolean;
  large: boolean;
}

/**
 * The slots of a set of `total` scenarios over the given families: families by largest remainder over the table's
 * weights, then the rows of each family by largest remainder within it. For 52 and all families it is the table itself.
 */
export function planSlots(total: number, families: readonly Family[] = FAMILIES): Slot[] {
  const present = FAMILIES.filter((family) => families.includes(family));
  const perFamily = apportion(
    total,
    present.map((family) => sum(rowsOf(family).map((row) => row.count))),
  );
  return present.flatMap((family, index) => slotsOfFamily(rowsOf(family), perFamily[index] as number));
}

function slotsOfFamily(rows: readonly DistributionRow[], total: number): Slot[] {
  const counts = apportion(
    total,
    rows.map((row) => row.count),
  );
  return rows.flatMap((row, index) => {
    const count = counts[index] as number;
    const multiTurn = Math.round((row.multiTurn * count) / row.count);
    const large = Math.round(((row.large ?? 0) * count) / row.count);
    return Array.from({ length: count }, (_, position): Slot => {
      const { family, complexity, answerable } = row;
      return { family, complexity, answerable, multiTurn: position < multiTurn, large: position < large };
    });
  });
}

/**
 * Largest remainder (Hamilton) apportionment: whole shares of `total` in proportion to the weights, ties to the earlier
 * weight. Sums to `total` exactly; all zero when the weights are.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const weight = sum(weights);
  if (weight === 0) return weights.map(() => 0);
  // Remainders as whole numbers (total * w mod weight), so that no rounding error decides a tie.
  const shares = weights.map((w) => Math.floor((total * w) / weight));
  const order = weights.map((w, index) => ({ index, remainder: (total * w) % weight }));
  order.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of order.slice(0, total - sum(shares))) shares[index] = (shares[index] as number) + 1;
  return shares;
}

/** `family / complexity / answerable`, for notes. */
export function slotName(slot: Slot): string {
  return `${slot.family} / ${slot.complexity} / ${slot.answerable ? "answerable" : "unanswerable"}${slot.multiTurn ? " / multi-turn" : ""}`;
}

function rowsOf(family: Family): DistributionRow[] {
  return DISTRIBUTION.filter((row) => row.family === family);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
