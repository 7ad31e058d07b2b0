import type { Item } from "../../protocol/item-index.ts";
import type { ScopeDecision } from "./scope-items.ts";
import type { Tier } from "./tiers.ts";

/** How many tiers stand above the cut: down to the first of which something is left unticked. */
export function cutOf(tiers: readonly Tier[], { below = [] }: Pick<ScopeDecision, "below">): number {
  const first = tiers.findIndex(({ tests }) => tests.some((id) => below.includes(id)));
  return first < 0 ? tiers.length : first;
}

/** Tests of tiers from a cut on. */
export function testsBelow(tiers: readonly Tier[], cut: number): string[] {
  return tiers.slice(cut).flatMap(({ tests }) => tests);
}

/** Moves the cut; what was ticked by hand below it stays ticked. */
export function moveCut(tiers: readonly Tier[], decision: ScopeDecision, cut: number): Partial<ScopeDecision> {
  const before = decision.below ?? [];
  const byHand = testsBelow(tiers, cutOf(tiers, decision)).filter((id) => !before.includes(id));
  return { below: testsBelow(tiers, cut).filter((id) => !byHand.includes(id)) };
}

/** Ticks a test, or not: below the cut it is as it was before somebody ticked it, above it is dropped, which asks for a reason. */
export function tickTest(
  tiers: readonly Tier[],
  decision: ScopeDecision,
  { id, reason }: { id: string /** null: keep it */; reason: string | null },
): Partial<ScopeDecision> {
  const { dropped, below = [] } = decision;
  const others = { dropped: dropped.filter((one) => one.id !== id), below: below.filter((one) => one !== id) };
  if (reason === null) return others;
  if (reason === "" && testsBelow(tiers, cutOf(tiers, decision)).includes(id))
    return { ...others, below: [...others.below, id] };
  return { ...others, dropped: [...others.dropped, { id, reason }] };
}

/** Of the answer's tests that are kept, only these: the others are dropped for one reason. */
export function keepOnly(decision: ScopeDecision, ids: ReadonlySet<string>, reason: string): Partial<ScopeDecision> {
  const { recommended, dropped, below = [] } = decision;
  const out = new Set([...dropped.map(({ id }) => id), ...below]);
  const others = recommended.filter((id) => !ids.has(id) && !out.has(id)).map((id) => ({ id, reason }));
  return { dropped: [...dropped, ...others] };
}

/** By hand; what the answer recommends is ticked instead. */
export function addTest(
  tiers: readonly Tier[],
  decision: ScopeDecision,
  { id, title }: Pick<Item, "id" | "title">,
): Partial<ScopeDecision> {
  const { recommended, added } = decision;
  if (recommended.includes(id)) return tickTest(tiers, decision, { id, reason: null });
  return added.some((one) => one.id === id) ? {} : { added: [...added, { id, title, reason: "" }] };
}
