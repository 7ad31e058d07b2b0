import { randomInteger, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { MAX_RELEVANT, MIN_RELEVANT } from "../set/distribution.ts";
import type { Combination, TestSet } from "../truth/test-set.ts";
import type { MakeContext } from "./family.ts";

/** Candidates tried before the best so far is taken. */
const ATTEMPTS = 400;

interface Sized {
  set: TestSet;
}

/**
 * A candidate whose set has a wanted size, or the nearest size found within the study's range; null when no candidate
 * gives a new set of 1 to 97 test cases. `make` may refuse a candidate by null.
 */
export function choose<T, C extends Sized>(
  context: MakeContext,
  candidates: readonly T[],
  make: (candidate: T) => C | null,
): C | null {
  let best: { made: C; distance: number } | null = null;
  for (const candidate of inRandomOrder(context, candidates)) {
    const made = make(candidate);
    if (!made) continue;
    const distance = distanceFrom(context.wanted, estimate(made.set, context.catalogue).size);
    if (distance >= (best?.distance ?? Number.POSITIVE_INFINITY) || !context.isNew(made.set)) continue;
    best = { made, distance };
    if (distance === 0) break;
  }
  return best?.made ?? null;
}

/** As `choose`, for a set that must be empty. */
export function chooseEmpty<T, C extends Sized>(
  context: MakeContext,
  candidates: readonly T[],
  make: (candidate: T) => C | null,
): C | null {
  for (const candidate of inRandomOrder(context, candidates)) {
    const made = make(candidate);
    if (made && estimate(made.set, context.catalogue).size === 0 && context.isNew(made.set)) return made;
  }
  return null;
}

/** The same, looking for a set with room for one more condition. */
export function roomy(context: MakeContext): MakeContext {
  const { low, high } = context.wanted;
  return { ...context, wanted: { low: Math.max(4, low * 2), high: Math.max(12, high * 4) } };
}

/** Share of all test cases from which naming them all would nearly be right. */
const TRIVIAL = 0.5;

/** True for a truth that holds most of the corpus: a question that needs no looking. */
export function isTrivial(set: TestSet, catalogue: Catalogue): boolean {
  return estimate(set, catalogue).size > catalogue.tests.size * TRIVIAL;
}

/** False where what a question leaves out is not in it anyway. */
export function takesAway({ of: [first, ...others] }: Combination, catalogue: Catalogue): boolean {
  const own = estimate(first, catalogue);
  return others.some((other) => [...estimate(other, catalogue)].some((id) => own.has(id)));
}

/** How far a size is from the wanted band; infinite outside of the study's range. */
export function distanceFrom({ low, high }: { low: number; high: number }, size: number): number {
  if (size < MIN_RELEVANT || size > MAX_RELEVANT) return Number.POSITIVE_INFINITY;
  return Math.max(0, low - size, size - high);
}

/** Up to `ATTEMPTS` candidates, without shuffling a long list as a whole. */
function* inRandomOrder<T>({ random }: MakeContext, candidates: readonly T[]): Generator<T> {
  if (candidates.length <= ATTEMPTS) yield* shuffle(random, candidates);
  else for (let i = 0; i < ATTEMPTS; i++) yield candidates[randomInteger(random, candidates.length)] as T;
}
