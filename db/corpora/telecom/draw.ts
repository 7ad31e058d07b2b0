import { power } from "../../../base/power.ts";
import { type Random, randomInteger, shuffle } from "../../../base/random.ts";

/** One item with a probability in proportion to its weight; null when every weight is 0. */
export function pickWeighted<T>(random: Random, items: readonly T[], weightOf: (item: T) => number): T | null {
  const weights = items.map(weightOf);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let chosen: T | null = null;
  for (const [index, weight] of weights.entries()) {
    if (weight <= 0) continue;
    chosen = items[index] as T;
    left -= weight;
    if (left < 0) break;
  }
  return chosen;
}

/** `count` distinct numbers of `digits` digits behind a prefix, in random order: an id says nothing about its neighbours. */
export function makeIds(
  random: Random,
  { prefix, digits, count }: { prefix: string; digits: number; count: number },
): string[] {
  const first = power(10, digits - 1);
  const taken = new Set<number>();
  while (taken.size < count) taken.add(first + randomInteger(random, 9 * first));
  return [...taken].map((number) => `${prefix}${number}`);
}

/** `count` distinct items in random order, all when there are fewer. */
export function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  return shuffle(random, items).slice(0, count);
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

/** The item at a position in [0, 1): the draw does not depend on the list, so that lists may differ between near-duplicates. */
export function at<T>(items: readonly T[], position: number): T {
  return items[Math.floor(position * items.length)] as T;
}
