/** Backlog items as the start of a question. */
import { pick } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ItemEntry } from "../catalogue/relations.ts";
import { sayItem } from "../phrasing/names.ts";
import type { Wording } from "../phrasing/registers.ts";
import type { TestSet } from "../truth/test-set.ts";
import { choose, roomy } from "./choose.ts";
import { fabricateId } from "./fabricate.ts";
import type { Draft, MakeContext } from "./family.ts";
import { similarItems } from "./traps.ts";

/** States in which an item counts no longer, though its links stand. */
const GIVEN_UP = /reject|withdrawn|supersed|obsolete|retired|deprecat|cancel|replaced/i;

/** What every question about one item has in common. */
export function itemDraft(item: ItemEntry, { catalogue }: MakeContext): Pick<Draft, "slots" | "traps" | "textTrap"> {
  return {
    slots: { item: sayItem(item) },
    traps: [
      ...similarItems(item, catalogue),
      ...(GIVEN_UP.test(item.status ?? "") ? [`${item.id} has the status ${item.status}`] : []),
    ],
    textTrap: item.id,
  };
}

/** Test cases of the item and its parts. An item without parts is asked for itself: a graph without containment has nothing to follow. */
export function partsOf(item: string, { children }: Catalogue): TestSet {
  return children.has(item) ? { kind: "traced_within", item } : { kind: "traced", item };
}

/** True when one of the items has parts: a question must not speak of parts that nothing has. */
export function anyWhole(ids: readonly string[], { children }: Catalogue): boolean {
  return ids.some((id) => children.has(id));
}

/** `traced to FEA-1 or to a part of it`; without parts only `traced to FEA-1`. */
export function tracedTo(id: string, catalogue: Catalogue): string {
  return `traced to ${id}${anyWhole([id], catalogue) ? " or to a part of it" : ""}`;
}

/** Items that may stand in a question. */
export function askable({ items }: Catalogue): ItemEntry[] {
  return [...items.values()].filter((item) => item.askable);
}

export function tracedItems(catalogue: Catalogue): ItemEntry[] {
  return askable(catalogue).filter(({ id }) => catalogue.traced.has(id));
}

export function parents(catalogue: Catalogue): ItemEntry[] {
  return askable(catalogue).filter(({ id }) => catalogue.children.has(id));
}

/** An item with more test cases than wanted, so that a condition can take some away. */
export function wideItem(context: MakeContext): ItemEntry | null {
  const { catalogue } = context;
  const items = parents(catalogue).length > 0 ? parents(catalogue) : askable(catalogue);
  const any = { ...roomy(context), isNew: () => true };
  return choose(any, items, (item) => ({ item, set: partsOf(item.id, catalogue) }))?.item ?? null;
}

export function itemOf(id: string, { items }: Catalogue): ItemEntry {
  const item = items.get(id);
  if (!item) throw new RangeError(`no backlog item ${id}`);
  return item;
}

/** An id that no item has, of a subtype that is there. */
export function unknownItem(context: MakeContext, questionOf: (like: ItemEntry) => Wording): Draft | null {
  const { catalogue, random } = context;
  const like = pick(random, askable(catalogue));
  const sameSubtype = askable(catalogue).filter(({ subtype }) => subtype === like.subtype);
  const id = fabricateId(
    sameSubtype.map((item) => item.id),
    { taken: catalogue.ids, random },
  );
  if (id === null) return null;
  return {
    turns: [questionOf(like)],
    slots: { item: sayItem({ ...like, id }) },
    set: { kind: "traced", item: id },
    premises: [{ kind: "absent", id }],
    finding: `there is no backlog item ${id}`,
    traps: ["ids that differ in one digit exist"],
  };
}
