import { pick, type Random, shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate, estimateAspect } from "../catalogue/in-memory.ts";
import * as words from "../phrasing/asks.ts";
import { plural, saySubtype } from "../phrasing/names.ts";
import { nameAttributes } from "../phrasing/topics.ts";
import type { Aspect } from "../truth/aspect.ts";
import { atomsOf, type Facet, type TestSet } from "../truth/test-set.ts";
import type { Ask, Draft } from "./family.ts";

/** Most entities that a question asks for. */
export const MAX_ENTITIES = 16;
/** From this many on, naming most of them differs from naming all. */
const SEVERAL = 3;

/**
 * Something to ask about the test cases of a draft, best with several answers. A draft without test cases is asked for
 * something, too: the question must not tell that it has no answer. Null where the corpus has nothing that fits.
 */
export function chooseAsk(
  { set, slots }: Pick<Draft, "set" | "slots">,
  { catalogue, random }: { catalogue: Catalogue; random: Random },
): Ask | null {
  const asks = shuffle(random, possibleAsks(catalogue, random));
  const tests = estimate(set, catalogue);
  if (tests.size === 0) return asks.find(({ aspect }) => !isSaid(aspect, set)) ?? null;
  const said = saidBy(slots);
  const open = asks
    .map((ask) => ({ ask, count: openEntities(ask.aspect, { tests, said, catalogue }).length }))
    .filter(({ count }) => count > 0 && count <= MAX_ENTITIES);
  return (open.find(({ count }) => count >= SEVERAL) ?? open[0])?.ask ?? null;
}

/** True for an attribute that the question gives a value of: nobody asks for it besides. */
function isSaid(aspect: Aspect, set: TestSet): boolean {
  return (
    aspect.kind === "values" &&
    atomsOf(set).some((atom) => atom.kind === "facet" && atom.facet.key === aspect.facet.key)
  );
}

/** True when what a draft's own turns ask has too many answers to be written out, or none that is not in the question. */
export function asksTooMuch({ aspects, set, slots }: Draft, catalogue: Catalogue): boolean {
  const tests = estimate(set, catalogue);
  if (!aspects || tests.size === 0) return false;
  const said = saidBy(slots);
  const entities = new Set(aspects.flatMap((aspect) => unsaidEntities(aspect, { tests, said, catalogue })));
  return entities.size === 0 || entities.size > MAX_ENTITIES;
}

interface Asked {
  tests: ReadonlySet<string>;
  /** The question, in lower case. */
  said: string;
  catalogue: Catalogue;
}

function saidBy(slots: Draft["slots"]): string {
  return Object.values(slots).join("\n").toLowerCase();
}

/** The entities that the question leaves open; [] for an attribute that is no fair question about these test cases. */
export function openEntities(aspect: Aspect, asked: Asked): string[] {
  return aspect.kind === "values" && !isFair(aspect.facet, asked) ? [] : unsaidEntities(aspect, asked);
}

function unsaidEntities(aspect: Aspect, { tests, said, catalogue }: Asked): string[] {
  return [...estimateAspect(aspect, tests, catalogue)].filter((entity) => !said.includes(entity.toLowerCase()));
}

/** An attribute with several values among the test cases, to count them by; null without one. */
export function attributeToCountBy(
  set: TestSet,
  { catalogue, random }: { catalogue: Catalogue; random: Random },
): Facet | null {
  const asked = { tests: estimate(set, catalogue), said: "", catalogue };
  const several = shuffle(random, catalogue.facets.facets).filter((facet) => {
    const { length } = openEntities({ kind: "values", facet }, asked);
    return length >= 2 && length <= MAX_ENTITIES;
  });
  return several[0] ?? null;
}

/** Shortest value that is no part of many words, in characters. */
const MIN_VALUE_LENGTH = 4;

/** All test cases have a value, the question does not speak of the attribute, and no value is read off a name or another value. */
function isFair(facet: Facet, { tests, said, catalogue }: Asked): boolean {
  if (said.includes(nameAttributes([facet]))) return false;
  const values = [...estimateAspect({ kind: "values", facet }, tests, catalogue)].map((value) => value.toLowerCase());
  const names = [...tests].map((id) => catalogue.tests.get(id)?.name.toLowerCase() ?? "");
  return (
    [...tests].every((id) => catalogue.facets.ofTest.get(id)?.has(facet.key)) &&
    values.every((value) => value.length >= MIN_VALUE_LENGTH && !names.some((name) => name.includes(value))) &&
    !values.some((value) => values.some((other) => other !== value && other.includes(value)))
  );
}

/** One of each kind that the corpus has, in random detail. */
function possibleAsks(catalogue: Catalogue, random: Random): Ask[] {
  const { items, traced, coveringMessage, coveringProtocol, facets } = catalogue;
  const subtypes = [...new Set([...items.values()].map(({ subtype }) => subtype))].sort(compareText);
  return [
    ...(traced.size > 0 ? [askItems(), askItems(pick(random, subtypes))] : []),
    ...(coveringMessage.size > 0 ? [covered({ kind: "messages" }, catalogue.messages.values())] : []),
    ...(coveringProtocol.size > 0 ? [covered({ kind: "protocols" }, catalogue.protocols.values())] : []),
    ...shuffle(random, facets.facets)
      .slice(0, 2)
      .map(
        (facet): Ask => ({
          aspect: { kind: "values", facet },
          wording: words.VALUES,
          slots: { entities: nameAttributes([facet]) },
        }),
      ),
  ];
}

function askItems(subtype?: string): Ask {
  const entities = plural(subtype === undefined ? "backlog item" : saySubtype(subtype));
  return {
    aspect: { kind: "items", ...(subtype === undefined ? {} : { subtype }) },
    wording: words.ITEMS,
    slots: { entities },
  };
}

function covered(aspect: Aspect, entries: Iterable<{ noun: string }>): Ask {
  const nouns = [...new Set([...entries].map(({ noun }) => plural(noun)))].sort(compareText);
  return { aspect, wording: words.COVERED, slots: { entities: nouns.join(" and ") } };
}
