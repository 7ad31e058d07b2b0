/** Part of the impact family: a backlog item changes, alone, with what it contains, or together with another one. */
import { pick } from "../../base/random.ts";
import { estimate } from "../catalogue/in-memory.ts";
import type { ItemEntry } from "../catalogue/relations.ts";
import * as words from "../phrasing/impact.ts";
import { sayItem } from "../phrasing/names.ts";
import { minus, or, type TestSet } from "../truth/test-set.ts";
import { choose, chooseEmpty } from "./choose.ts";
import { emptying } from "./conditions.ts";
import type { Draft, MakeContext, Template } from "./family.ts";
import { askable, itemDraft, parents, partsOf, tracedItems, unknownItem, wideItem } from "./items.ts";

export const ITEM_IMPACT_TEMPLATES: readonly Template[] = [
  { name: "feature", complexity: "multi_hop", kind: "answerable", make: feature },
  { name: "requirement", complexity: "multi_hop", kind: "answerable", make: requirement },
  { name: "items", complexity: "reasoning", kind: "answerable", make: items },
  { name: "item_except", complexity: "reasoning", kind: "answerable", make: itemExcept },
  { name: "corrected", complexity: "reasoning", kind: "answerable", multiTurn: true, make: corrected },
  { name: "untested_item", complexity: "multi_hop", kind: "real_item_without_tests", make: untestedItem },
  { name: "unknown_item", complexity: "multi_hop", kind: "fabricated_id", make: unknown },
  { name: "item_nothing_left", complexity: "reasoning", kind: "empty_intersection", make: nothingLeft },
];

/** Through containment, with the parts by which the change reaches them. */
function feature(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, parents(catalogue), (item) => ({ item, set: partsOf(item.id, catalogue) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  const finding = `traced to ${item.id} or to what it contains`;
  const aspects = [{ kind: "items", within: item.id } as const];
  return { ...itemDraft(item, context), turns: [words.FEATURE], set, finding, aspects };
}

/** An item without parts, with what else its test cases verify: the side effects of running them. */
function requirement(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const leaves = tracedItems(catalogue).filter(({ id }) => !catalogue.children.has(id));
  const chosen = choose(context, leaves, (item) => {
    const set: TestSet = { kind: "traced", item: item.id };
    const verify = [...estimate(set, catalogue)].some((test) => (catalogue.itemsOfTest.get(test)?.size ?? 0) > 1);
    return verify ? { item, set } : null;
  });
  if (!chosen) return null;
  const { item, set } = chosen;
  const finding = `traced to ${item.id}`;
  return { ...itemDraft(item, context), turns: [words.REQUIREMENT], set, finding, aspects: [{ kind: "items" }] };
}

function items(context: MakeContext): Draft | null {
  return pair(context, {
    turns: [words.ITEMS],
    combine: or,
    finding: (a, b) => `traced to ${a}, to ${b} or to a part of them`,
  });
}

function itemExcept(context: MakeContext): Draft | null {
  return pair(context, {
    turns: [words.ITEM_EXCEPT],
    combine: minus,
    finding: (a, b) => `traced to ${a} or a part of it, and neither to ${b} nor to a part of that`,
  });
}

/** The second turn takes the first one back: only what it names has changed. */
function corrected(context: MakeContext): Draft | null {
  const draft = pair(context, {
    turns: [words.ITEM, words.CORRECTED],
    combine: (_, other) => other,
    finding: (_, b) => `traced to ${b} or to a part of it`,
  });
  return draft && { ...draft, traps: [`the first turn's item has not changed`, ...draft.traps] };
}

interface PairOptions {
  turns: Draft["turns"];
  combine: (a: TestSet, b: TestSet) => TestSet;
  finding: (a: string, b: string) => string;
}

/** Two tested items, each with what it contains; neither is all that the other has. */
function pair(context: MakeContext, { turns, combine, finding }: PairOptions): Draft | null {
  const { catalogue, random } = context;
  const all = tracedItems(catalogue);
  const chosen = choose(context, all, (item) => {
    const other = nearOf(item, all, context) ?? pick(random, all);
    const [a, b] = [partsOf(item.id, catalogue), partsOf(other.id, catalogue)];
    const [own, its] = [estimate(a, catalogue), estimate(b, catalogue)];
    const differ = [...own].some((test) => !its.has(test)) && [...its].some((test) => !own.has(test));
    return other.id === item.id || !differ ? null : { item, other, set: combine(a, b) };
  });
  if (!chosen) return null;
  const { item, other, set } = chosen;
  return {
    ...itemDraft(item, context),
    turns,
    slots: { item: sayItem(item), other: sayItem(other) },
    set,
    finding: finding(item.id, other.id),
  };
}

/** Another item that a test case of this one is traced to, so that the two overlap. */
function nearOf({ id }: ItemEntry, all: readonly ItemEntry[], { catalogue, random }: MakeContext): ItemEntry | null {
  const tests = [...(catalogue.traced.get(id) ?? [])];
  const ids = new Set(tests.flatMap((test) => [...(catalogue.itemsOfTest.get(test) ?? [])]));
  const near = all.filter((item) => item.id !== id && ids.has(item.id));
  return near.length === 0 ? null : pick(random, near);
}

function untestedItem(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = chooseEmpty(context, askable(catalogue), (item) => ({ item, set: partsOf(item.id, catalogue) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  return {
    ...itemDraft(item, context),
    turns: [words.REQUIREMENT],
    set,
    aspects: [{ kind: "items" }],
    premises: [{ kind: "present", id: item.id }],
    finding: `${item.id} exists, and no test case is traced to it or to a part of it`,
  };
}

function unknown(context: MakeContext): Draft | null {
  const draft = unknownItem(context, words.FEATURE);
  return draft && { ...draft, aspects: [{ kind: "items" }] };
}

function nothingLeft(context: MakeContext): Draft | null {
  const item = wideItem(context);
  const base = item && partsOf(item.id, context.catalogue);
  const nothing = base && emptying(context, base);
  if (!item || !base || !nothing) return null;
  const { says, name } = nothing.condition;
  return {
    ...itemDraft(item, context),
    turns: [words.ITEM_WITH],
    slots: { item: sayItem(item), condition: says },
    set: nothing.set,
    premises: [{ kind: "non_empty", set: base }],
    finding: `test cases are traced to ${item.id} or its parts, none of them ${name}`,
    traps: [`${estimate(base, context.catalogue).size} test cases are traced to ${item.id} or its parts`],
  };
}
