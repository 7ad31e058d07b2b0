/** Part of the impact family: a backlog item changes, alone, with what it contains, or together with another one. */
import { pick } from "../../base/random.ts";
import { estimate } from "../catalogue/in-memory.ts";
import type { ItemEntry } from "../catalogue/relations.ts";
import * as words from "../phrasing/impact.ts";
import { sayItem } from "../phrasing/names.ts";
import { ofParts, type Wording } from "../phrasing/registers.ts";
import { minus, or, type TestSet } from "../truth/test-set.ts";
import { choose, chooseEmpty, takesAway } from "./choose.ts";
import { emptying } from "./conditions.ts";
import type { Draft, MakeContext, Template } from "./family.ts";
import {
  anyWhole,
  askable,
  itemDraft,
  parents,
  partsOf,
  tracedItems,
  tracedTo,
  unknownItem,
  wideItem,
} from "./items.ts";

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
    finding: (a, b) => `${a}, or ${b}`,
  });
}

function itemExcept(context: MakeContext): Draft | null {
  return pair(context, {
    turns: [words.ITEM_EXCEPT],
    combine: minus,
    finding: (a, b) => `${a}, and not ${b}`,
  });
}

/** The second turn takes the first one back: only what it names has changed. */
function corrected(context: MakeContext): Draft | null {
  const draft = pair(context, {
    turns: [words.ITEM, words.CORRECTED],
    combine: (_, other) => other,
    finding: (_, b) => b,
  });
  return draft && { ...draft, traps: [`the first turn's item has not changed`, ...draft.traps] };
}

interface PairOptions {
  turns: readonly Wording[];
  combine: (a: TestSet, b: TestSet) => TestSet;
  /** Of what the test cases of either are. */
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
    const set = combine(a, b);
    const differ = [...own].some((test) => !its.has(test)) && [...its].some((test) => !own.has(test));
    const isIdle = set.kind === "minus" && !takesAway(set, catalogue);
    return other.id === item.id || !differ || isIdle ? null : { item, other, set };
  });
  if (!chosen) return null;
  const { item, other, set } = chosen;
  return {
    ...itemDraft(item, context),
    turns: turns.map((turn) => ofParts(anyWhole([item.id, other.id], catalogue), turn)),
    slots: { item: sayItem(item), other: sayItem(other) },
    set,
    finding: finding(tracedTo(item.id, catalogue), tracedTo(other.id, catalogue)),
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
    finding: `${item.id} exists, and no test case is ${tracedTo(item.id, catalogue)}`,
  };
}

function unknown(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const subtypes = new Set(parents(catalogue).map(({ subtype }) => subtype));
  const draft = unknownItem(context, ({ subtype }) => (subtypes.has(subtype) ? words.FEATURE : words.REQUIREMENT));
  return draft && { ...draft, aspects: [{ kind: "items" }] };
}

function nothingLeft(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const item = wideItem(context);
  const base = item && partsOf(item.id, catalogue);
  const nothing = base && emptying(context, base);
  if (!item || !base || !nothing) return null;
  const { says, name } = nothing.condition;
  return {
    ...itemDraft(item, context),
    turns: [ofParts(anyWhole([item.id], catalogue), words.ITEM_WITH)],
    slots: { item: sayItem(item), condition: says },
    set: nothing.set,
    premises: [{ kind: "non_empty", set: base }],
    finding: `test cases are ${tracedTo(item.id, catalogue)}, none of them ${name}`,
    traps: [`${estimate(base, catalogue).size} test cases are ${tracedTo(item.id, catalogue)}`],
  };
}
