import { pick } from "../../../base/random.ts";
import { estimate } from "../../catalogue/in-memory.ts";
import { choose } from "../../generators/choose.ts";
import type { MakeContext } from "../../generators/family.ts";
import { itemOf, tracedItems } from "../../generators/items.ts";
import { MESSAGES } from "../../phrasing/impact.ts";
import { sayItem, saySubtype } from "../../phrasing/names.ts";
import { EITHER } from "../../phrasing/traceability.ts";
import type { Premise } from "../../truth/premise.ts";
import { covers, or, type TestSet, traced } from "../../truth/test-set.ts";
import { nearId } from "../near-id.ts";
import type { KindGenerator, PairDraft } from "../pair.ts";

import { idsOfNoun } from "./fabricated-id.ts";
import { untestedItem } from "./without-tests.ts";

/** Two things asked for at once, of which one has nothing: the other's test cases are the answer, which also says that the first has none. */
export const PARTLY_ANSWERABLE: KindGenerator = {
  kind: "partly_answerable",
  needs: "backlog items or messages with test cases",
  templates: [
    { name: "unknown_item", family: "traceability", complexity: "multi_hop", make: unknownItem },
    { name: "untested_item", family: "traceability", complexity: "multi_hop", make: untested },
    { name: "unknown_message", family: "impact", complexity: "reasoning", make: unknownMessage },
  ],
};

function unknownItem(context: MakeContext): PairDraft | null {
  const pair = itemPair(context, () => true);
  if (!pair) return null;
  const { catalogue, random } = context;
  const noun = saySubtype(itemOf(pair.other, catalogue).subtype);
  const bare = nearId(pair.other, { like: [pair.other], taken: catalogue.ids, random });
  if (bare === null) return null;
  return items(pair, {
    context,
    bare,
    premise: { kind: "absent", id: bare },
    because: `there is no ${noun} ${bare}`,
  });
}

function untested(context: MakeContext): PairDraft | null {
  const bare = untestedItem(context);
  const pair = bare && itemPair(context, (id) => itemOf(id, context.catalogue).subtype === bare.subtype);
  if (!bare || !pair) return null;
  const because = `no test case is traced to ${bare.id}`;
  return items(pair, { context, bare: bare.id, premise: { kind: "present", id: bare.id }, because });
}

interface Pair {
  id: string;
  other: string;
}

interface Lack {
  context: MakeContext;
  bare: string;
  premise: Premise;
  because: string;
}

function items({ id, other }: Pair, { context: { catalogue }, ...lack }: Lack): PairDraft {
  const noun = saySubtype(itemOf(other, catalogue).subtype);
  return {
    turns: [EITHER],
    slots: (says) => ({ item: sayItem(itemOf(id, catalogue)), other: `${noun} ${says}` }),
    ...sidesOf({ id, other }, { ...lack, setOf: traced, says: "traced to" }),
  };
}

function unknownMessage(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const ids = [...catalogue.coveringMessage.keys()];
  const pair = drawPair(context, { ids, others: ids, setOf: covers });
  const nounOf = (id: string) => catalogue.messages.get(id)?.noun ?? "message";
  const noun = nounOf(pair?.other ?? "");
  const bare = pair && nearId(pair.other, { like: idsOfNoun(noun, context), taken: catalogue.ids, random });
  if (!pair || bare === null) return null;
  return {
    turns: [MESSAGES],
    slots: (says) => ({ message: `the ${nounOf(pair.id)} ${pair.id}`, other: `the ${noun} ${says}` }),
    ...sidesOf(pair, {
      bare,
      premise: { kind: "absent", id: bare },
      because: `there is no ${noun} ${bare}`,
      setOf: covers,
      says: "covering",
    }),
  };
}

function itemPair(context: MakeContext, fits: (id: string) => boolean): Pair | null {
  const ids = tracedItems(context.catalogue).map(({ id }) => id);
  return drawPair(context, { ids, others: ids.filter(fits), setOf: traced });
}

/** Two with test cases, which are not the same ones: each part of the answer must count. */
function drawPair(
  context: MakeContext,
  { ids, others, setOf }: { ids: readonly string[]; others: readonly string[]; setOf: (id: string) => TestSet },
): Pair | null {
  if (others.length === 0) return null;
  return choose(context, ids, (id) => {
    const other = pick(context.random, others);
    const own = estimate(setOf(other), context.catalogue);
    const adds = [...own].some((test) => !estimate(setOf(id), context.catalogue).has(test));
    return other === id || !adds ? null : { id, other, set: or(setOf(id), setOf(other)) };
  });
}

function sidesOf(
  { id, other }: Pair,
  options: Omit<Lack, "context"> & { setOf(id: string): TestSet; says: string },
): Pick<PairDraft, "lacking" | "answerable"> {
  const { bare, premise, because, setOf, says } = options;
  return {
    lacking: {
      says: bare,
      set: or(setOf(id), setOf(bare)),
      premises: [premise, { kind: "non_empty", set: setOf(id) }],
      finding: `${says} ${id}`,
      traps: [`${bare} has none: what is ${says} another id is no answer for it`],
      unsupported: { name: bare, because },
    },
    answerable: {
      says: other,
      set: or(setOf(id), setOf(other)),
      finding: `${says} ${id} or ${other}`,
      traps: [],
    },
  };
}
