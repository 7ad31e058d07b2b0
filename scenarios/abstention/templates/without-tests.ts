import { estimate } from "../../catalogue/in-memory.ts";
import type { ItemEntry } from "../../catalogue/relations.ts";
import { chooseEmpty } from "../../generators/choose.ts";
import type { MakeContext } from "../../generators/family.ts";
import { askable, parents, partsOf, tracedItems } from "../../generators/items.ts";
import { MESSAGE } from "../../phrasing/impact.ts";
import { SHARING_ITEM } from "../../phrasing/lookup.ts";
import { saySubtype } from "../../phrasing/names.ts";
import { DIRECT, WITHIN } from "../../phrasing/traceability.ts";
import { covers, traced } from "../../truth/test-set.ts";
import type { KindGenerator, PairDraft, PairSide } from "../pair.ts";
import { drawItem, drawMessage, drawParent, drawTest, itemSide, messageSide, testSide, withinSide } from "../starts.ts";

/** A real item, message or test case that nothing is linked to, beside one of the same kind with links. */
export const WITHOUT_TESTS: KindGenerator = {
  kind: "real_item_without_tests",
  needs: "backlog items, messages or test cases without links",
  templates: [
    { name: "item", family: "traceability", complexity: "single_hop", make: item },
    { name: "message", family: "impact", complexity: "multi_hop", make: message },
    { name: "test", family: "lookup", complexity: "multi_hop", make: test },
    { name: "within", family: "traceability", complexity: "multi_hop", make: within },
  ],
};

/** A leaf without test cases: it has none below it either, so no reading of the question finds one. */
export function untestedItem(context: MakeContext): ItemEntry | null {
  const leaves = askable(context.catalogue).filter(({ id }) => !context.catalogue.children.has(id));
  return chooseEmpty(context, leaves, (leaf) => ({ leaf, set: traced(leaf.id) }))?.leaf ?? null;
}

function item(context: MakeContext): PairDraft | null {
  const bare = untestedItem(context);
  const same = bare ? tracedItems(context.catalogue).filter(({ subtype }) => subtype === bare.subtype) : [];
  const real = drawItem(context, same);
  if (!bare || !real) return null;
  const noun = saySubtype(bare.subtype);
  return {
    turns: [DIRECT],
    slots: (id) => ({ item: `${noun} ${id}` }),
    lacking: bareSide(itemSide(bare, context), `${bare.id} exists, and no test case is traced to it`),
    answerable: itemSide(real, context),
  };
}

function within(context: MakeContext): PairDraft | null {
  const { catalogue } = context;
  const bare = chooseEmpty(context, parents(catalogue), (whole) => ({
    whole,
    set: partsOf(whole.id, catalogue),
  }))?.whole;
  const real = drawParent(
    context,
    parents(catalogue).filter(({ subtype }) => subtype === bare?.subtype),
  );
  if (!bare || !real) return null;
  const noun = saySubtype(bare.subtype);
  const finding = `${bare.id} exists, and no test case is traced to it or to what it contains`;
  return {
    turns: [WITHIN],
    slots: (id) => ({ item: `${noun} ${id}` }),
    lacking: bareSide(withinSide(bare, context), finding),
    answerable: withinSide(real, context),
  };
}

function message(context: MakeContext): PairDraft | null {
  const { catalogue } = context;
  const all = [...catalogue.messages.values()];
  const bare = chooseEmpty(context, all, (entry) => ({ entry, set: covers(entry.id) }))?.entry;
  const real = bare && drawMessage(context);
  if (!real || bare.noun !== real.noun) return null;
  return {
    turns: [MESSAGE],
    slots: (id) => ({ message: `the ${bare.noun} ${id}` }),
    lacking: bareSide(messageSide(bare), `${bare.name} (${bare.id}) exists, and no test case covers it`),
    answerable: messageSide(real),
  };
}

function test(context: MakeContext): PairDraft | null {
  const { catalogue } = context;
  const alone = [...catalogue.tests.keys()].filter((id) => estimate(testSide(id).set, catalogue).size === 0);
  const bare = chooseEmpty(context, alone, (id) => ({ id, set: testSide(id).set }))?.id;
  const real = bare === undefined ? null : drawTest(context);
  if (bare === undefined || real === null) return null;
  return {
    turns: [SHARING_ITEM],
    slots: (id) => ({ test: id }),
    lacking: bareSide(testSide(bare), `no other test case is traced to a backlog item of ${bare}`),
    answerable: testSide(real),
  };
}

function bareSide(side: PairSide, finding: string): PairSide {
  return { ...side, premises: [{ kind: "present", id: side.says }], finding, textTrap: side.says };
}
