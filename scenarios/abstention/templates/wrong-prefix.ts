import type { MakeContext } from "../../generators/family.ts";
import { MESSAGE } from "../../phrasing/impact.ts";
import { SHARING_ITEM } from "../../phrasing/lookup.ts";
import { DIRECT } from "../../phrasing/traceability.ts";
import { covers, type TestSet, traced } from "../../truth/test-set.ts";
import type { KindGenerator, PairDraft, PairSide } from "../pair.ts";
import { wrongPrefix } from "../prefix.ts";
import { absentSide, drawItem, drawMessage, drawTest, itemSide, messageSide, sharing, testSide } from "../starts.ts";

/** A real id's number under the prefix of another kind of artifact. The question says the id alone, which names no kind. */
export const WRONG_PREFIX: KindGenerator = {
  kind: "wrong_prefix",
  needs: "ids with at least two prefixes, such as REQ- and DEF-",
  templates: [
    { name: "item", family: "traceability", complexity: "single_hop", make: item },
    { name: "message", family: "impact", complexity: "multi_hop", make: message },
    { name: "test", family: "lookup", complexity: "multi_hop", make: test },
  ],
};

function item(context: MakeContext): PairDraft | null {
  const real = drawItem(context);
  return real && prefixed(itemSide(real, context), { setOf: traced, slot: "item", turn: DIRECT, context });
}

function message(context: MakeContext): PairDraft | null {
  const real = drawMessage(context);
  return real && prefixed(messageSide(real), { setOf: covers, slot: "message", turn: MESSAGE, context });
}

function test(context: MakeContext): PairDraft | null {
  const real = drawTest(context);
  return real === null ? null : prefixed(testSide(real), { setOf: sharing, slot: "test", turn: SHARING_ITEM, context });
}

interface Prefixing {
  setOf(id: string): TestSet;
  slot: string;
  turn: PairDraft["turns"][number];
  context: MakeContext;
}

function prefixed(answerable: PairSide, { setOf, slot, turn, context }: Prefixing): PairDraft | null {
  const id = wrongPrefix(answerable.says, context);
  if (id === null) return null;
  const side = absentSide(id, { noun: "artifact", set: setOf(id) });
  const lacking = { ...side, traps: [`${answerable.says} exists, under another prefix`] };
  return { turns: [turn], slots: (says) => ({ [slot]: says }), lacking, answerable };
}
