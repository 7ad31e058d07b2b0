import type { MakeContext } from "../../generators/family.ts";
import { parents } from "../../generators/items.ts";
import { MESSAGE } from "../../phrasing/impact.ts";
import { SHARING_ITEM } from "../../phrasing/lookup.ts";
import { saySubtype } from "../../phrasing/names.ts";
import { DIRECT, WITHIN } from "../../phrasing/traceability.ts";
import { covers, type TestSet, traced } from "../../truth/test-set.ts";
import { nearId } from "../near-id.ts";
import type { KindGenerator, PairDraft, PairSide } from "../pair.ts";
import {
  absentSide,
  drawItem,
  drawMessage,
  drawParent,
  drawTest,
  itemSide,
  messageSide,
  sharing,
  testSide,
  withinSide,
} from "../starts.ts";

/** An id of valid format, one digit from a real one where ids have digits, that no artifact has. */
export const FABRICATED_ID: KindGenerator = {
  kind: "fabricated_id",
  needs: "ids with digits, or with parts that can be crossed",
  templates: [
    { name: "item", family: "traceability", complexity: "single_hop", make: item },
    { name: "test", family: "lookup", complexity: "multi_hop", make: test },
    { name: "message", family: "impact", complexity: "multi_hop", make: message },
    { name: "within", family: "traceability", complexity: "multi_hop", make: within },
  ],
};

function item(context: MakeContext): PairDraft | null {
  const real = drawItem(context);
  if (!real) return null;
  const noun = saySubtype(real.subtype);
  const like = idsOfSubtype(real.subtype, context);
  return fabricated(itemSide(real, context), { like, noun, setOf: traced, context }, (id) => ({
    turns: [DIRECT],
    slots: { item: `${noun} ${id}` },
  }));
}

function within(context: MakeContext): PairDraft | null {
  const real = drawParent(context, parents(context.catalogue));
  if (!real) return null;
  const noun = saySubtype(real.subtype);
  const setOf = (id: string): TestSet => ({ kind: "traced_within", item: id });
  const like = idsOfSubtype(real.subtype, context);
  return fabricated(withinSide(real, context), { like, noun, setOf, context }, (id) => ({
    turns: [WITHIN],
    slots: { item: `${noun} ${id}` },
  }));
}

function test(context: MakeContext): PairDraft | null {
  const real = drawTest(context);
  if (real === null) return null;
  const like = [...context.catalogue.tests.keys()];
  return fabricated(testSide(real), { like, noun: "test case", setOf: sharing, context }, (id) => ({
    turns: [SHARING_ITEM],
    slots: { test: id },
  }));
}

function message(context: MakeContext): PairDraft | null {
  const real = drawMessage(context);
  if (!real) return null;
  const like = idsOfNoun(real.noun, context);
  return fabricated(messageSide(real), { like, noun: real.noun, setOf: covers, context }, (id) => ({
    turns: [MESSAGE],
    slots: { message: `the ${real.noun} ${id}` },
  }));
}

interface Fabrication {
  like: readonly string[];
  noun: string;
  setOf(id: string): TestSet;
  context: MakeContext;
}

function fabricated(
  answerable: PairSide,
  { like, noun, setOf, context }: Fabrication,
  ask: (id: string) => { turns: PairDraft["turns"]; slots: Record<string, string> },
): PairDraft | null {
  const id = nearId(answerable.says, { like, taken: context.catalogue.ids, random: context.random });
  if (id === null) return null;
  const { turns } = ask(id);
  return { turns, slots: (says) => ask(says).slots, lacking: absentSide(id, { noun, set: setOf(id) }), answerable };
}

export function idsOfNoun(noun: string, { catalogue }: MakeContext): string[] {
  return [...catalogue.messages.values()].filter((other) => other.noun === noun).map(({ id }) => id);
}

function idsOfSubtype(subtype: string, { catalogue }: MakeContext): string[] {
  return [...catalogue.items.values()].filter((other) => other.subtype === subtype).map(({ id }) => id);
}
