import { pick, shuffle } from "../../../base/random.ts";
import { estimate } from "../../catalogue/in-memory.ts";
import { choose } from "../../generators/choose.ts";
import type { MakeContext } from "../../generators/family.ts";
import { itemOf, partsOf, tracedItems, wideItem } from "../../generators/items.ts";
import { BOTH_ITEMS, BOTH_MESSAGES } from "../../phrasing/comparison.ts";
import { sayItem, saySubtype } from "../../phrasing/names.ts";
import { and, covers, type TestSet, traced } from "../../truth/test-set.ts";
import type { KindGenerator, PairDraft } from "../pair.ts";

import { isVariant, itemWithCondition, splitByFacet } from "../variants.ts";

/** Two conditions that test cases meet, though none meets both. */
export const EMPTY_INTERSECTION: KindGenerator = {
  kind: "empty_intersection",
  needs: "two backlog items or two messages that share a test case",
  templates: [
    { name: "items", family: "comparison", complexity: "reasoning", make: items },
    { name: "messages", family: "comparison", complexity: "reasoning", make: messages },
    { name: "item_attribute", family: "traceability", complexity: "reasoning", make: itemAttribute },
  ],
};

function items(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const askable = new Map(tracedItems(catalogue).map((item) => [item.id, item]));
  const neighboursOf = (id: string) =>
    neighbours(id, { tests: catalogue.traced, entities: catalogue.itemsOfTest }).filter((other) => askable.has(other));
  const pair = drawPair(context, { ids: [...askable.keys()], neighboursOf, setOf: traced });
  if (!pair) return null;
  const real = itemOf(pair.other, catalogue);
  const alien = shuffle(random, [...askable.values()]).find(
    ({ id, subtype }) => subtype === real.subtype && isApart(context, [traced(pair.id), traced(id)]),
  );
  if (!alien) return null;
  return {
    turns: [BOTH_ITEMS],
    slots: (id) => ({ item: sayItem(itemOf(pair.id, catalogue)), other: `${saySubtype(real.subtype)} ${id}` }),
    ...bothSides({ id: pair.id, real: real.id, alien: alien.id, setOf: traced, says: "traced to" }),
  };
}

function messages(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const neighboursOf = (id: string) =>
    neighbours(id, { tests: catalogue.coveringMessage, entities: catalogue.messagesOfTest });
  const ids = [...catalogue.coveringMessage.keys()];
  const pair = drawPair(context, { ids, neighboursOf, setOf: covers });
  if (!pair) return null;
  const nounOf = (id: string) => catalogue.messages.get(id)?.noun;
  const alien = shuffle(random, ids).find(
    (id) => nounOf(id) === nounOf(pair.other) && isApart(context, [covers(pair.id), covers(id)]),
  );
  if (alien === undefined) return null;
  const say = (id: string, noun: string) => `the ${nounOf(noun) ?? "message"} ${id}`;
  return {
    turns: [BOTH_MESSAGES],
    slots: (id) => ({ item: say(pair.id, pair.id), other: say(id, pair.other) }),
    ...bothSides({ id: pair.id, real: pair.other, alien, setOf: covers, says: "covering" }),
  };
}

/** Attributes other than version and interface, which are a kind of their own. */
function itemAttribute(context: MakeContext): PairDraft | null {
  const { catalogue } = context;
  const whole = wideItem(context);
  if (!whole) return null;
  const base = partsOf(whole.id, catalogue);
  const facets = catalogue.facets.facets.filter((facet) => !isVariant(facet));
  const sides = splitByFacet(context, { base, facets, about: `a link to ${whole.id} or its parts` });
  return sides && itemWithCondition(whole, { ...sides, catalogue });
}

type Groups = ReadonlyMap<string, ReadonlySet<string>>;

/** Entities looked at, of one that shares test cases with thousands. */
const LOOKED_AT = 50;

/** Entities that share a test case with this one. */
function neighbours(id: string, { tests, entities }: { tests: Groups; entities: Groups }): string[] {
  const some = [...(tests.get(id) ?? [])].slice(0, LOOKED_AT);
  const all = new Set(some.flatMap((test) => [...(entities.get(test) ?? [])]));
  all.delete(id);
  return [...all];
}

function drawPair(
  context: MakeContext,
  {
    ids,
    neighboursOf,
    setOf,
  }: { ids: readonly string[]; neighboursOf: (id: string) => string[]; setOf: (id: string) => TestSet },
): { id: string; other: string } | null {
  return choose(context, ids, (id) => {
    const near = neighboursOf(id);
    if (near.length === 0) return null;
    const other = pick(context.random, near);
    return { id, other, set: and(setOf(id), setOf(other)) };
  });
}

function isApart({ catalogue, isNew }: MakeContext, [a, b]: [TestSet, TestSet]): boolean {
  return a !== b && estimate(and(a, b), catalogue).size === 0 && isNew(and(a, b));
}

function bothSides(options: {
  id: string;
  real: string;
  alien: string;
  setOf(id: string): TestSet;
  says: string;
}): Pick<PairDraft, "lacking" | "answerable"> {
  const { id, real, alien, setOf, says } = options;
  return {
    lacking: {
      says: alien,
      set: and(setOf(id), setOf(alien)),
      premises: [id, alien].map((one) => ({ kind: "non_empty", set: setOf(one) })),
      finding: `no test case is ${says} both ${id} and ${alien}`,
      traps: [`both ${id} and ${alien} have test cases of their own`],
    },
    answerable: {
      says: real,
      set: and(setOf(id), setOf(real)),
      finding: `${says} both ${id} and ${real}`,
      traps: [],
    },
  };
}
