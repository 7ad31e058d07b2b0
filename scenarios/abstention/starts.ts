/** Real starting points of a question with a wanted number of test cases: what the answerable twin asks about. */
import type { ItemEntry, MessageEntry } from "../catalogue/relations.ts";
import { choose } from "../generators/choose.ts";
import type { MakeContext } from "../generators/family.ts";
import { partsOf, tracedItems } from "../generators/items.ts";
import { similarItems } from "../generators/traps.ts";
import { covers, type TestSet, traced } from "../truth/test-set.ts";
import type { PairSide } from "./pair.ts";

export function sharing(test: string): TestSet {
  return { kind: "sharing_item_with", test };
}

/** A backlog item with test cases. */
export function drawItem(context: MakeContext, items = tracedItems(context.catalogue)): ItemEntry | null {
  return choose(context, items, (item) => ({ item, set: traced(item.id) }))?.item ?? null;
}

/** A backlog item that contains others, with test cases of its own or of theirs. */
export function drawParent(context: MakeContext, items: readonly ItemEntry[]): ItemEntry | null {
  return choose(context, items, (item) => ({ item, set: partsOf(item.id, context.catalogue) }))?.item ?? null;
}

/** A message that test cases cover. */
export function drawMessage(context: MakeContext): MessageEntry | null {
  const { coveringMessage, messages } = context.catalogue;
  const covered = [...messages.values()].filter(({ id }) => coveringMessage.has(id));
  return choose(context, covered, (message) => ({ message, set: covers(message.id) }))?.message ?? null;
}

/** A test case that shares backlog items with others. */
export function drawTest(context: MakeContext): string | null {
  const tests = [...context.catalogue.itemsOfTest.keys()];
  return choose(context, tests, (test) => ({ test, set: sharing(test) }))?.test ?? null;
}

export function itemSide(item: ItemEntry, { catalogue }: MakeContext): PairSide {
  const traps = similarItems(item, catalogue);
  return { says: item.id, set: traced(item.id), finding: `traced to ${item.id}`, traps };
}

/** An item with what it contains. */
export function withinSide(item: ItemEntry, context: MakeContext): PairSide {
  const set = partsOf(item.id, context.catalogue);
  return { ...itemSide(item, context), set, finding: `traced to ${item.id} or to what it contains` };
}

export function messageSide({ id, name }: MessageEntry): PairSide {
  return { says: id, set: covers(id), finding: `covering ${name} (${id})`, traps: [] };
}

export function testSide(test: string): PairSide {
  const finding = `traced to a backlog item of ${test}`;
  return {
    says: test,
    set: sharing(test),
    finding,
    traps: [`${test} itself is not one of the others`],
  };
}

/** An id that nobody has, in place of a real one. */
export function absentSide(id: string, { noun, set }: { noun: string; set: TestSet }): PairSide {
  return {
    says: id,
    set,
    premises: [{ kind: "absent", id }],
    finding: `there is no ${noun} ${id}`,
    traps: ["ids that differ in one place exist"],
  };
}
