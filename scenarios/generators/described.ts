/**
 * Part of the search family: a change told in a backlog item's words, without its id. For corpora whose test cases have
 * too few attributes for topics; there the links define what is relevant.
 */
import { containsId } from "../../base/ids.ts";
import { pick } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import * as words from "../phrasing/search.ts";
import { and, minus, or, type TestSet } from "../truth/test-set.ts";
import { choose, chooseEmpty, takesAway } from "./choose.ts";
import type { Draft, MakeContext, Template } from "./family.ts";
import { askable, itemOf } from "./items.ts";
import { similarItems } from "./traps.ts";

/** Facets below which questions are asked about described items instead of topics. */
const MIN_FACETS = 3;

/** How the test cases of two items make one set, and how the answer says it. */
interface Combination {
  combine(a: TestSet, b: TestSet): TestSet;
  joint: string;
}

const BOTH: Combination = { combine: and, joint: "and to" };
const EITHER: Combination = { combine: or, joint: "or to" };
const WITHOUT: Combination = { combine: minus, joint: "and not to" };

export const DESCRIBED_TEMPLATES: readonly Template[] = [
  { name: "described", complexity: "single_hop", kind: "answerable", make: described },
  { name: "described_both", complexity: "multi_hop", kind: "answerable", make: pairOf([words.DESCRIBED_BOTH], BOTH) },
  {
    name: "described_either",
    complexity: "multi_hop",
    kind: "answerable",
    make: pairOf([words.DESCRIBED_EITHER], EITHER),
  },
  {
    name: "described_without",
    complexity: "reasoning",
    kind: "answerable",
    make: pairOf([words.DESCRIBED_WITHOUT], WITHOUT),
  },
  {
    name: "described_then_also",
    complexity: "reasoning",
    kind: "answerable",
    multiTurn: true,
    make: pairOf([words.DESCRIBED, words.ALSO_DESCRIBED], BOTH),
  },
  {
    name: "described_nothing_common",
    complexity: "multi_hop",
    kind: "empty_intersection",
    make: nothingCommon([words.DESCRIBED_BOTH]),
  },
  {
    name: "described_then_nothing",
    complexity: "reasoning",
    kind: "empty_intersection",
    multiTurn: true,
    make: nothingCommon([words.DESCRIBED, words.ALSO_DESCRIBED]),
  },
];

interface Described {
  id: string;
  text: string;
}

/** Items with test cases that a sentence tells apart. */
export function describable(catalogue: Catalogue): Described[] {
  if (catalogue.facets.facets.length >= MIN_FACETS) return [];
  const all = askable(catalogue).flatMap(({ id, telling }) => (telling === null ? [] : [{ id, text: telling.trim() }]));
  const uses = new Map<string, number>();
  for (const { text } of all) uses.set(text.toLowerCase(), (uses.get(text.toLowerCase()) ?? 0) + 1);
  return all.filter(
    ({ id, text }) =>
      catalogue.traced.has(id) &&
      uses.get(text.toLowerCase()) === 1 &&
      !containsId(text.toLowerCase(), id.toLowerCase()),
  );
}

/** In quotation marks, so that it is clear where somebody else's words begin and end. */
function quoted({ text }: Described): string {
  return text.includes('"') ? `\u201c${text}\u201d` : `"${text}"`;
}

function described(context: MakeContext): Draft | null {
  const items = describable(context.catalogue);
  const chosen = choose(context, items, (item) => ({ item, set: traced(item) }));
  if (!chosen) return null;
  const { item, set } = chosen;
  return { ...draftOf([item], context), turns: [words.DESCRIBED], slots: { topic: quoted(item) }, set };
}

interface Pair {
  item: Described;
  other: Described;
  set: TestSet;
}

function pairOf(turns: Draft["turns"], combination: Combination): Template["make"] {
  return (context) => {
    const items = describable(context.catalogue);
    const chosen = choose(context, items, (item) => pairWith(item, { items, combination, context }));
    return chosen && pairDraft(chosen, { turns, combination, context });
  };
}

function nothingCommon(turns: Draft["turns"]): Template["make"] {
  return (context) => {
    const items = describable(context.catalogue);
    const chosen = chooseEmpty(context, items, (item) => pairWith(item, { items, combination: BOTH, context }));
    if (!chosen) return null;
    const { item, other } = chosen;
    return {
      ...pairDraft(chosen, { turns, combination: BOTH, context }),
      premises: [item, other].map((entry) => ({ kind: "non_empty", set: traced(entry) })),
      finding: `no test case is traced to both ${item.id} and ${other.id}`,
    };
  };
}

function pairWith(
  item: Described,
  options: { items: readonly Described[]; combination: Combination; context: MakeContext },
): Pair | null {
  const other = pick(options.context.random, options.items);
  const set = options.combination.combine(traced(item), traced(other));
  const isIdle = set.kind === "minus" && !takesAway(set, options.context.catalogue);
  return other.id === item.id || isIdle ? null : { item, other, set };
}

function pairDraft(
  { item, other, set }: Pair,
  { turns, combination, context }: { turns: Draft["turns"]; combination: Combination; context: MakeContext },
): Draft {
  return {
    ...draftOf([item, other], { ...context, combination }),
    turns,
    slots: { topic: quoted(item), other: quoted(other) },
    set,
  };
}

function draftOf(
  items: readonly Described[],
  { catalogue, combination }: MakeContext & { combination?: Combination },
): Pick<Draft, "terms" | "finding" | "traps"> {
  return {
    // Of an item that is left out nothing is to be reported.
    terms: items.slice(0, combination === WITHOUT ? 1 : items.length).map(({ id }) => id),
    finding: `traced to ${items.map(({ id, text }) => `${id} (${text})`).join(` ${combination?.joint} `)}`,
    traps: items.flatMap(({ id }) => similarItems(itemOf(id, catalogue), catalogue)),
  };
}

function traced({ id }: Described): TestSet {
  return { kind: "traced", item: id };
}
