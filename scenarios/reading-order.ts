import { type Random, shuffle } from "../base/random.ts";
import type { Filled } from "./fill.ts";
import { FAMILIES, type Family } from "./schema.ts";

/**
 * Families evenly mixed, so that the first few of a set are a fair look at it: each family in random order, an answerable
 * scenario first, then all families dealt in proportion to their sizes.
 */
export function inReadingOrder(scenarios: readonly Filled[], random: Random): Filled[] {
  const placed = FAMILIES.flatMap((family) => {
    const own = orderOfFamily(
      scenarios.filter((entry) => entry.slot.family === family),
      random,
    );
    return own.map((entry, index) => ({ entry, at: (index + 0.5) / own.length, rank: rankOf(family) }));
  });
  return placed.sort((a, b) => a.at - b.at || a.rank - b.rank).map(({ entry }) => entry);
}

function orderOfFamily(own: readonly Filled[], random: Random): Filled[] {
  const shuffled = shuffle(random, own);
  const first = shuffled.find((entry) => entry.template.kind === "answerable");
  return first ? [first, ...shuffled.filter((entry) => entry !== first)] : shuffled;
}

function rankOf(family: Family): number {
  return FAMILIES.indexOf(family);
}
