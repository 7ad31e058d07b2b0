import { pick } from "../../base/random.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { INSTEAD_LEAVE_OUT, KEEP_ONLY, LEAVE_OUT } from "../phrasing/common.ts";
import { sayItem, sayItemByName } from "../phrasing/names.ts";
import { ofParts, type Wording } from "../phrasing/registers.ts";
import { nameAttributes } from "../phrasing/topics.ts";
import * as words from "../phrasing/traceability.ts";
import { minus, or, type TestSet } from "../truth/test-set.ts";
import { attributeToCountBy } from "./ask.ts";
import { choose, roomy } from "./choose.ts";
import { narrowing } from "./conditions.ts";
import type { Draft, FamilyGenerator, MakeContext } from "./family.ts";
import { anyWhole, askable, itemDraft, itemOf, parents, partsOf, tracedItems, tracedTo, wideItem } from "./items.ts";
import { similarItems } from "./traps.ts";
import { UNTRACED_TEMPLATES } from "./untraced.ts";

/** From a backlog item to the test cases recorded against it, often through what it contains. */
export const TRACEABILITY: FamilyGenerator = {
  family: "traceability",
  lacks: (catalogue) => [
    ...(catalogue.items.size === 0 ? ["backlog items"] : []),
    ...(catalogue.traced.size === 0 ? ["references from test cases to backlog items"] : []),
  ],
  templates: [
    { name: "direct", complexity: "single_hop", kind: "answerable", make: direct },
    { name: "count", complexity: "single_hop", kind: "answerable", make: count },
    { name: "tests_and_items", complexity: "multi_hop", kind: "answerable", make: testsAndItems },
    { name: "within", complexity: "multi_hop", kind: "answerable", make: within },
    { name: "within_parent", complexity: "multi_hop", kind: "answerable", make: withinParent },
    { name: "with_condition", complexity: "multi_hop", kind: "answerable", make: withCondition },
    { name: "either", complexity: "multi_hop", kind: "answerable", make: either },
    { name: "corrected", complexity: "multi_hop", kind: "answerable", multiTurn: true, make: corrected },
    { name: "then_widen", complexity: "multi_hop", kind: "answerable", multiTurn: true, make: thenWiden },
    { name: "then_narrow", complexity: "multi_hop", kind: "answerable", multiTurn: true, make: thenNarrow },
    { name: "except_part", complexity: "reasoning", kind: "answerable", make: exceptPart },
    { name: "without_condition", complexity: "reasoning", kind: "answerable", make: withoutCondition },
    { name: "takes_back", complexity: "reasoning", kind: "answerable", multiTurn: true, make: takesBack },
    { name: "narrow_and_drop", complexity: "reasoning", kind: "answerable", multiTurn: true, make: narrowAndDrop },
    ...UNTRACED_TEMPLATES,
  ],
};

function direct(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, tracedItems(catalogue), (item) => ({
    item,
    set: { kind: "traced", item: item.id } as TestSet,
  }));
  if (!chosen) return null;
  return {
    ...itemDraft(chosen.item, context),
    turns: [words.DIRECT],
    set: chosen.set,
    finding: `traced to ${chosen.item.id}`,
  };
}

/** How many, by an attribute, and which: the list is the evidence for the numbers. */
function count(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, tracedItems(catalogue), (item) => {
    const set: TestSet = { kind: "traced", item: item.id };
    const by = attributeToCountBy(set, context);
    return by && { item, by, set };
  });
  if (!chosen) return null;
  const { item, by, set } = chosen;
  const slots = { item: sayItem(item), attribute: nameAttributes([by]) };
  const aspects = [{ kind: "values", facet: by } as const];
  return { ...itemDraft(item, context), turns: [words.COUNT], slots, set, aspects, finding: `traced to ${item.id}` };
}

/** Both sides of the links below an item. */
function testsAndItems(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const items = parents(catalogue).length > 0 ? parents(catalogue) : tracedItems(catalogue);
  const chosen = choose(context, items, (item) => ({ item, set: partsOf(item.id, catalogue) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  const isWhole = anyWhole([item.id], catalogue);
  const finding = tracedTo(item.id, catalogue);
  const aspects = [{ kind: "items", ...(isWhole ? { within: item.id } : {}) } as const];
  const turns = [isWhole ? words.TESTS_AND_PARTS : words.TESTS_AND_ITEMS];
  return { ...itemDraft(item, context), turns, set, finding, aspects };
}

function within(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, parents(catalogue), (item) => ({ item, set: partsOf(item.id, catalogue) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  // By name where that is unmistakable, so that the item has to be found first.
  const said = sayItemByName(item, catalogue) ?? sayItem(item);
  const finding = tracedTo(item.id, catalogue);
  return { ...itemDraft(item, context), turns: [words.WITHIN], slots: { item: said }, set, finding };
}

/** The question names the part, the truth is the whole's. */
function withinParent(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const parts = askable(catalogue).filter(({ id }) => catalogue.parents.get(id)?.size === 1);
  const chosen = choose(context, parts, (item) => {
    const [parent = ""] = catalogue.parents.get(item.id) ?? [];
    return { item, parent, set: partsOf(parent, catalogue) };
  });
  if (!chosen) return null;
  const { item, parent, set } = chosen;
  return {
    turns: [words.WITHIN_PARENT],
    slots: { item: sayItem(item) },
    set,
    aspects: [
      { kind: "parent", item: item.id },
      { kind: "items", within: parent },
    ],
    finding: `traced to ${parent}, which contains ${item.id}, or to one of its parts`,
    traps: [`${item.id} alone is only one part of ${parent}`, ...similarItems(item, catalogue)],
    textTrap: item.id,
  };
}

function withCondition(context: MakeContext): Draft | null {
  return conditioned(context, { way: "keep", turnsOf: (hasParts) => [ofParts(hasParts, words.WITH_CONDITION)] });
}

function withoutCondition(context: MakeContext): Draft | null {
  return conditioned(context, { way: "drop", turnsOf: (hasParts) => [ofParts(hasParts, words.WITHOUT_CONDITION)] });
}

function thenNarrow(context: MakeContext): Draft | null {
  return conditioned(context, { way: "keep", turnsOf: (hasParts) => [firstOf(hasParts), KEEP_ONLY] });
}

function conditioned(
  context: MakeContext,
  { way, turnsOf }: { way: "keep" | "drop"; turnsOf: (hasParts: boolean) => Draft["turns"] },
): Draft | null {
  const { catalogue } = context;
  const item = wideItem(context);
  const rest = item && narrowing(context, partsOf(item.id, catalogue), way);
  if (!item || !rest) return null;
  const draft = itemDraft(item, context);
  const { says, name } = rest.condition;
  return {
    ...draft,
    turns: turnsOf(anyWhole([item.id], catalogue)),
    slots: { item: sayItem(item), condition: says, excluded: says },
    set: rest.set,
    finding: `${tracedTo(item.id, catalogue)}, ${way === "keep" ? "only" : "without"} ${name}`,
    traps: [`not every test case of ${item.id} meets the condition (${name})`, ...draft.traps],
  };
}

/** The question that later turns narrow. */
function firstOf(hasParts: boolean): Wording {
  return hasParts ? words.WITHIN : words.DIRECT;
}

/** Three turns: the item, a condition to keep, one to drop. */
function narrowAndDrop(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const item = wideItem(context);
  const kept = item && narrowing(roomy(context), partsOf(item.id, catalogue), "keep");
  const rest = kept && narrowing(context, kept.set, "drop");
  if (!item || !kept || !rest) return null;
  const draft = itemDraft(item, context);
  return {
    ...draft,
    turns: [firstOf(anyWhole([item.id], catalogue)), KEEP_ONLY, LEAVE_OUT],
    slots: { item: sayItem(item), condition: kept.condition.says, excluded: rest.condition.says },
    set: rest.set,
    finding: `${tracedTo(item.id, catalogue)}, only ${kept.condition.name}, without ${rest.condition.name}`,
    traps: ["all three turns count", ...draft.traps],
  };
}

/** Three turns: the item, a condition, and another one instead of it. */
function takesBack(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const item = wideItem(context);
  const base = item && partsOf(item.id, catalogue);
  const kept = base && narrowing(roomy(context), base, "keep");
  const rest = base && narrowing(context, base, "drop");
  if (!item || !kept || !rest || kept.condition.name === rest.condition.name) return null;
  const draft = itemDraft(item, context);
  return {
    ...draft,
    turns: [firstOf(anyWhole([item.id], catalogue)), KEEP_ONLY, INSTEAD_LEAVE_OUT],
    slots: { item: sayItem(item), condition: kept.condition.says, excluded: rest.condition.says },
    set: rest.set,
    finding: `${tracedTo(item.id, catalogue)}, without ${rest.condition.name}`,
    traps: [`the restriction to ${kept.condition.name} is taken back`, ...draft.traps],
  };
}

function exceptPart(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const chosen = choose(context, parents(catalogue), (item) => {
    const parts = [...(catalogue.children.get(item.id) ?? [])].filter(
      (id) => estimate(partsOf(id, catalogue), catalogue).size > 0,
    );
    if (parts.length === 0) return null;
    const part = pick(random, parts);
    return { item, part, set: minus(partsOf(item.id, catalogue), partsOf(part, catalogue)) };
  });
  if (!chosen) return null;
  const { item, part, set } = chosen;
  const draft = itemDraft(item, context);
  return {
    ...draft,
    turns: [words.EXCEPT_PART],
    slots: { item: sayItem(item), part: sayItem(itemOf(part, catalogue)) },
    set,
    finding: `traced to ${item.id} or its parts, without those of ${part}`,
    traps: [`test cases traced to ${part} as well as to another part are out`, ...draft.traps],
  };
}

function either(context: MakeContext): Draft | null {
  return twoItems(context, [words.EITHER]);
}

function thenWiden(context: MakeContext): Draft | null {
  return twoItems(context, [words.DIRECT, words.ADD]);
}

/** The second turn takes the first one back. */
function corrected(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const items = tracedItems(catalogue);
  const chosen = choose(context, items, (other) => {
    const item = pick(random, items);
    return item.id === other.id ? null : { item, other, set: { kind: "traced", item: other.id } as TestSet };
  });
  if (!chosen) return null;
  const { item, other, set } = chosen;
  return {
    ...itemDraft(other, context),
    turns: [words.DIRECT, words.OTHER_INSTEAD],
    slots: { item: sayItem(item), other: sayItem(other) },
    set,
    finding: `traced to ${other.id}`,
    traps: [`${item.id} is taken back`, ...similarItems(other, catalogue)],
  };
}

function twoItems(context: MakeContext, turns: Draft["turns"]): Draft | null {
  const { catalogue, random } = context;
  const items = tracedItems(catalogue);
  const chosen = choose(context, items, (item) => {
    const other = pick(random, items);
    if (other.id === item.id) return null;
    return { item, other, set: or({ kind: "traced", item: item.id }, { kind: "traced", item: other.id }) };
  });
  if (!chosen) return null;
  const { item, other, set } = chosen;
  const draft = itemDraft(item, context);
  const slots = { item: sayItem(item), other: sayItem(other) };
  return {
    ...draft,
    turns,
    slots,
    set,
    finding: `traced to ${item.id} or to ${other.id}`,
  };
}
