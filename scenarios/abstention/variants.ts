import { shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import type { ItemEntry } from "../catalogue/relations.ts";
import { distanceFrom } from "../generators/choose.ts";
import type { MakeContext } from "../generators/family.ts";
import { anyWhole } from "../generators/items.ts";
import { sayItem } from "../phrasing/names.ts";
import { ofParts } from "../phrasing/registers.ts";
import { nameTopic, sayTopic } from "../phrasing/topics.ts";
import { WITH_CONDITION } from "../phrasing/traceability.ts";
import { and, type Facet, type TestSet } from "../truth/test-set.ts";
import type { PairDraft, PairSide } from "./pair.ts";

/** Attributes that say for which version or over which interface something holds. */
const VARIANT = /(?:^|_)(?:version|release|interface|protocol|platform|deployment|vendor)(?:_|$)/i;

export function isVariant({ key }: Facet): boolean {
  return VARIANT.test(key);
}

/** One more condition on a set. `says` fits behind "tests ..., ". */
interface Value {
  says: string;
  name: string;
  set: TestSet;
}

/**
 * Two values of one attribute as the last condition on a set: one leaves test cases, the other, which others have, leaves
 * none. Null when no attribute has both.
 */
export function splitByFacet(
  context: MakeContext,
  { base, facets, about }: { base: TestSet; facets: readonly Facet[]; about: string },
): { lacking: PairSide; answerable: PairSide } | null {
  for (const facet of shuffle(context.random, facets)) {
    const sides = split(context, { base, values: valuesOf(facet, context.catalogue), about });
    if (sides) return sides;
  }
  return null;
}

/** The twins that ask for an item's test cases under either condition. */
export function itemWithCondition(
  item: ItemEntry,
  { lacking, answerable, catalogue }: { lacking: PairSide; answerable: PairSide; catalogue: Catalogue },
): PairDraft {
  return {
    turns: [ofParts(anyWhole([item.id], catalogue), WITH_CONDITION)],
    slots: (says) => ({ item: sayItem(item), condition: says }),
    lacking,
    answerable,
  };
}

export function split(
  context: MakeContext,
  { base, values, about }: { base: TestSet; values: readonly Value[]; about: string },
): { lacking: PairSide; answerable: PairSide } | null {
  const { catalogue, random, wanted, isNew } = context;
  const sized = shuffle(random, values)
    .map((value) => ({ value, set: and(base, value.set), size: estimate(and(base, value.set), catalogue).size }))
    .filter(({ set }) => isNew(set));
  const none = sized.find(({ size }) => size === 0);
  const some = sized
    .filter(({ size }) => Number.isFinite(distanceFrom(wanted, size)))
    .sort((a, b) => distanceFrom(wanted, a.size) - distanceFrom(wanted, b.size))[0];
  if (!none || !some) return null;
  return {
    lacking: {
      says: none.value.says,
      set: none.set,
      premises: [
        { kind: "non_empty", set: base },
        { kind: "non_empty", set: none.value.set },
      ],
      finding: `no test case has ${about} and ${none.value.name} together`,
      traps: [`${estimate(base, catalogue).size} test cases have ${about}, under another value`],
    },
    answerable: {
      says: some.value.says,
      set: some.set,
      finding: `those with ${about} and ${some.value.name}`,
      traps: [],
    },
  };
}

function valuesOf(facet: Facet, catalogue: Catalogue): Value[] {
  return [...(catalogue.facets.values.get(facet.key)?.keys() ?? [])].map((value) => ({
    says: sayTopic([{ facet, value }], { catalogue, random: () => 0, reword: false }),
    name: nameTopic([{ facet, value }]),
    set: { kind: "facet", facet, value },
  }));
}
