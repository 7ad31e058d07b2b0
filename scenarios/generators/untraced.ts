/** Part of the traceability family: questions about items to which nothing, or nothing that is asked for, is traced. */
import { shuffle } from "../../base/random.ts";
import { estimate, subtree } from "../catalogue/in-memory.ts";
import type { ItemEntry } from "../catalogue/relations.ts";
import { sayItem } from "../phrasing/names.ts";
import { ofParts } from "../phrasing/registers.ts";
import * as words from "../phrasing/traceability.ts";
import { and, type TestSet } from "../truth/test-set.ts";
import { chooseEmpty } from "./choose.ts";
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

export const UNTRACED_TEMPLATES: readonly Template[] = [
  { name: "untested", complexity: "single_hop", kind: "real_item_without_tests", make: untested },
  {
    name: "unknown_item",
    complexity: "single_hop",
    kind: "fabricated_id",
    make: (context) => unknownItem(context, () => words.DIRECT),
  },
  { name: "wrong_part", complexity: "multi_hop", kind: "wrong_pairing", make: wrongPart },
  { name: "untested_within", complexity: "multi_hop", kind: "real_item_without_tests", make: untestedWithin },
  { name: "nothing_left", complexity: "reasoning", kind: "empty_intersection", make: nothingLeft },
];

function untested(context: MakeContext): Draft | null {
  const leaves = askable(context.catalogue).filter(({ id }) => !context.catalogue.children.has(id));
  return emptyItem(context, { items: leaves, turns: [words.DIRECT], setOf: (item) => ({ kind: "traced", item }) });
}

function untestedWithin(context: MakeContext): Draft | null {
  const { catalogue } = context;
  return emptyItem(context, {
    items: parents(catalogue),
    turns: [words.WITHIN],
    setOf: (item) => partsOf(item, catalogue),
  });
}

function emptyItem(
  context: MakeContext,
  { items, turns, setOf }: { items: readonly ItemEntry[]; turns: Draft["turns"]; setOf: (item: string) => TestSet },
): Draft | null {
  const chosen = chooseEmpty(context, items, (item) => ({ item, set: setOf(item.id) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  const finding = `${item.id} exists, and no test case is traced to it`;
  return { ...itemDraft(item, context), turns, set, premises: [{ kind: "present", id: item.id }], finding };
}

/** Two real items with test cases, of which the question wrongly says that one is a part of the other. */
function wrongPart(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const tested = shuffle(random, tracedItems(catalogue));
  const chosen = chooseEmpty(context, parents(catalogue), (whole) => {
    const inside = subtree(whole.id, catalogue);
    const part = tested.find(({ id }) => !inside.has(id) && !subtree(id, catalogue).has(whole.id));
    if (!part || estimate(partsOf(whole.id, catalogue), catalogue).size === 0) return null;
    return { whole, part, set: and({ kind: "traced", item: part.id }, partsOf(whole.id, catalogue)) };
  });
  if (!chosen) return null;
  const { whole, part, set } = chosen;
  return {
    turns: [words.PAIRED],
    slots: { item: sayItem(whole), part: sayItem(part) },
    set,
    premises: [
      { kind: "not_contained", parent: whole.id, child: part.id },
      { kind: "non_empty", set: { kind: "traced", item: part.id } },
      { kind: "non_empty", set: partsOf(whole.id, catalogue) },
    ],
    finding: `${part.id} is not a part of ${whole.id}, and no test case is traced to both`,
    traps: [`${part.id} has test cases of its own`, `${whole.id} has test cases of its own`],
  };
}

function nothingLeft(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const item = wideItem(context);
  if (!item) return null;
  const base = partsOf(item.id, catalogue);
  const nothing = emptying(context, base);
  if (!nothing) return null;
  const { says, name } = nothing.condition;
  return {
    ...itemDraft(item, context),
    turns: [ofParts(anyWhole([item.id], catalogue), words.WITH_CONDITION)],
    slots: { item: sayItem(item), condition: says },
    set: nothing.set,
    premises: [{ kind: "non_empty", set: base }],
    finding: `test cases are ${tracedTo(item.id, catalogue)}, none of them ${name}`,
    traps: [`${estimate(base, catalogue).size} test cases are ${tracedTo(item.id, catalogue)}`],
  };
}
