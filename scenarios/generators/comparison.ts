import { pick } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import * as words from "../phrasing/comparison.ts";
import { sayItem, sayMessage } from "../phrasing/names.ts";
import { DIRECT } from "../phrasing/traceability.ts";
import { and, covers, minus, type TestSet, traced } from "../truth/test-set.ts";
import { choose, chooseEmpty, roomy } from "./choose.ts";
import { narrowing } from "./conditions.ts";
import type { Draft, FamilyGenerator, MakeContext } from "./family.ts";
import { sameNamedMessages, similarItems } from "./traps.ts";

/** Two items: what is recorded for both, or for one of them only. */
export const COMPARISON: FamilyGenerator = {
  family: "comparison",
  lacks: (catalogue) =>
    tracedPairs(catalogue).length + coveredPairs(catalogue).length === 0
      ? ["two backlog items, or two messages, that share a test case"]
      : [],
  templates: [
    { name: "filtered_difference", complexity: "reasoning", kind: "answerable", make: filteredDifference },
    { name: "both_items", complexity: "reasoning", kind: "answerable", make: bothItems },
    { name: "only_first", complexity: "reasoning", kind: "answerable", make: onlyFirst },
    { name: "both_messages", complexity: "reasoning", kind: "answerable", make: bothMessages },
    { name: "only_first_message", complexity: "reasoning", kind: "answerable", make: onlyFirstMessage },
    { name: "also_traced", complexity: "reasoning", kind: "answerable", multiTurn: true, make: alsoTraced },
    { name: "nothing_common", complexity: "reasoning", kind: "empty_intersection", make: nothingCommon },
    { name: "no_common_message", complexity: "reasoning", kind: "empty_intersection", make: noCommonMessage },
  ],
};

function bothItems(context: MakeContext): Draft | null {
  return items(context, { turns: [words.BOTH_ITEMS], combine: and, finding: (a, b) => `traced to both ${a} and ${b}` });
}

function onlyFirst(context: MakeContext): Draft | null {
  return items(context, {
    turns: [words.ONLY_FIRST],
    combine: minus,
    finding: (a, b) => `traced to ${a} and not to ${b}`,
  });
}

/** What the first has and the second has not, and of that what meets a condition. */
function filteredDifference(context: MakeContext): Draft | null {
  const wide = items(roomy(context), {
    turns: [],
    combine: minus,
    finding: (a, b) => `traced to ${a} and not to ${b}`,
  });
  const rest = wide && narrowing(context, wide.set, "keep");
  if (!wide || !rest) return null;
  return {
    ...wide,
    turns: [words.FILTERED_DIFFERENCE],
    slots: { ...wide.slots, condition: rest.condition.says },
    set: rest.set,
    finding: `${wide.finding}, only ${rest.condition.name}`,
  };
}

function alsoTraced(context: MakeContext): Draft | null {
  return items(context, {
    turns: [DIRECT, words.ALSO_TRACED],
    combine: and,
    finding: (a, b) => `traced to ${a} and to ${b} as well`,
  });
}

function bothMessages(context: MakeContext): Draft | null {
  return messages(context, {
    turns: [words.BOTH_MESSAGES],
    combine: and,
    finding: (a, b) => `covering both ${a} and ${b}`,
  });
}

function onlyFirstMessage(context: MakeContext): Draft | null {
  return messages(context, {
    turns: [words.ONLY_FIRST_MESSAGE],
    combine: minus,
    finding: (a, b) => `covering ${a} and not ${b}`,
  });
}

interface PairOptions {
  turns: Draft["turns"];
  combine: (a: TestSet, b: TestSet) => TestSet;
  finding: (a: string, b: string) => string;
}

type Pair = readonly [string, string];

function items(context: MakeContext, { turns, combine, finding }: PairOptions): Draft | null {
  const chosen = choose(context, tracedPairs(context.catalogue), (pair) => ({
    pair,
    set: combine(traced(pair[0]), traced(pair[1])),
  }));
  return chosen && { ...itemsDraft(chosen.pair, context), turns, set: chosen.set, finding: finding(...chosen.pair) };
}

function messages(context: MakeContext, { turns, combine, finding }: PairOptions): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, coveredPairs(catalogue), (pair) => ({
    pair,
    set: combine(covers(pair[0]), covers(pair[1])),
  }));
  if (!chosen) return null;
  const draft = messagesDraft(chosen.pair, context);
  const [first = "", second = ""] = namesOf(chosen.pair, catalogue);
  return { ...draft, turns, set: chosen.set, finding: finding(first, second) };
}

/** Two items with test cases and none in common; parts of the same item where there are such, so that it is not obvious. */
function nothingCommon(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const all = [...catalogue.traced.keys()].filter((id) => catalogue.items.get(id)?.askable);
  const chosen = chooseEmpty(context, all, (id) => {
    const siblings = [...(catalogue.parents.get(id) ?? [])].flatMap((parent) => [
      ...(catalogue.children.get(parent) ?? []),
    ]);
    const near = siblings.filter((other) => other !== id && all.includes(other));
    const other = pick(random, near.length > 0 ? near : all);
    return other === id ? null : { pair: [id, other] as const, set: and(traced(id), traced(other)) };
  });
  if (!chosen) return null;
  const [a, b] = chosen.pair;
  return {
    ...itemsDraft(chosen.pair, context),
    turns: [words.BOTH_ITEMS],
    set: chosen.set,
    premises: [a, b].map((id) => ({ kind: "non_empty", set: traced(id) })),
    finding: `no test case is traced to both ${a} and ${b}`,
  };
}

function noCommonMessage(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const all = [...catalogue.coveringMessage.keys()];
  const chosen = chooseEmpty(context, all, (id) => {
    const [protocol = ""] = catalogue.protocolsOf.get(id) ?? [];
    const near = [...(catalogue.messagesOf.get(protocol) ?? [])].filter((other) => other !== id && all.includes(other));
    const other = pick(random, near.length > 0 ? near : all);
    return other === id ? null : { pair: [id, other] as const, set: and(covers(id), covers(other)) };
  });
  if (!chosen) return null;
  const draft = messagesDraft(chosen.pair, context);
  return {
    ...draft,
    turns: [words.BOTH_MESSAGES],
    set: chosen.set,
    premises: chosen.pair.map((id) => ({ kind: "non_empty", set: covers(id) })),
    finding: `no test case covers both ${namesOf(chosen.pair, catalogue).join(" and ")}`,
  };
}

function itemsDraft([a, b]: Pair, { catalogue }: MakeContext): Pick<Draft, "slots" | "traps" | "textTrap"> {
  const [first, second] = [catalogue.items.get(a), catalogue.items.get(b)];
  if (!first || !second) throw new RangeError(`no backlog item ${a} or ${b}`);
  const counts = [a, b].map((id) => `${estimate(traced(id), catalogue).size} test cases are traced to ${id}`);
  return {
    slots: { item: sayItem(first), other: sayItem(second) },
    traps: [...counts, ...similarItems(first, catalogue)],
    textTrap: b,
  };
}

function namesOf(pair: Pair, { messages }: Catalogue): string[] {
  return pair.map((id) => messages.get(id)?.name ?? id);
}

function messagesDraft([a, b]: Pair, { catalogue, random }: MakeContext): Pick<Draft, "slots" | "traps"> {
  const [first, second] = [catalogue.messages.get(a), catalogue.messages.get(b)];
  if (!first || !second) throw new RangeError(`no message ${a} or ${b}`);
  return {
    slots: { item: sayMessage(first, catalogue, random), other: sayMessage(second, catalogue, random) },
    traps: [...sameNamedMessages(first, catalogue), ...sameNamedMessages(second, catalogue)],
  };
}

/** Pairs of askable items that some test case is traced to both of, in both orders. */
function tracedPairs(catalogue: Catalogue): Pair[] {
  const lists = [...catalogue.itemsOfTest.values()].map((ids) =>
    [...ids].filter((id) => catalogue.items.get(id)?.askable),
  );
  return distinctPairs(lists);
}

function coveredPairs(catalogue: Catalogue): Pair[] {
  return distinctPairs([...catalogue.messagesOfTest.values()].map((ids) => [...ids]));
}

/** Members of one list that are paired: a test case that covers hundreds of messages would give tens of thousands of pairs. */
const MAX_PAIRED = 40;

function distinctPairs(lists: readonly (readonly string[])[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const list of lists) {
    const some = list.slice(0, MAX_PAIRED);
    for (const a of some) for (const b of some) if (a !== b) pairs.set(`${a}\u0000${b}`, [a, b]);
  }
  return [...pairs.values()];
}
