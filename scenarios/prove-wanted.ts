import type { Scenario } from "./set/schema.ts";

/** How much of a set is wanted, and who hears how far it is. */
export interface Wanted {
  /** Of all ids of the set, in order, those to be made. What is left out is not proven. Default: all. */
  select?: (ids: readonly string[]) => readonly string[];
  onProven?: (done: number, total: number) => void;
}

/**
 * Finishes the wanted parts of a set that is drafted whole: a part's draft, number, register and typing errors are settled
 * before and by its place alone, so that a set that is cut holds the very scenarios of the whole one.
 */
export async function proveWanted<T>(
  parts: readonly T[],
  { select = (ids) => ids, onProven }: Wanted,
  { idsOf, finish }: { idsOf(index: number): string[]; finish(part: T, index: number): Promise<Scenario[]> },
): Promise<Scenario[]> {
  const wanted = new Set(select(parts.flatMap((_, index) => idsOf(index))));
  const kept = [...parts.entries()].filter(([index]) => idsOf(index).some((id) => wanted.has(id)));
  const scenarios: Scenario[] = [];
  for (const [done, [index, part]] of kept.entries()) {
    scenarios.push(...(await finish(part, index)));
    onProven?.(done + 1, kept.length);
  }
  return scenarios;
}
