/** Topics: what test cases are about, as conditions on their structured attributes. */
import { pick, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { type FacetValue, nameTopic, sayTopic } from "../phrasing/topics.ts";
import { and, type Facet, type TestSet } from "../truth/test-set.ts";
import { distanceFrom } from "./choose.ts";
import type { MakeContext } from "./family.ts";

export interface Topic {
  set: TestSet;
  /** After "test cases": `about early data forwarding on Xn`. */
  says: string;
  /** In the corpus' own terms. */
  name: string;
  values: readonly FacetValue[];
}

/** Most conditions in one topic: more reads like a form, not like a question. */
const MAX_CONDITIONS = 4;
/** Test cases from which a topic is grown, before the best so far is taken. */
const ATTEMPTS = 60;
/** Share of a facet's values that the knowledge base can say otherwise, from which the facet counts as reworded. */
const REWORDED = 0.5;

/**
 * A topic around a random test case: its value of the first facet of the order, then its values of the next ones until
 * the set has a wanted size. At least `least` conditions; `reword`: said in other words than the texts have. Null when
 * the order is empty or no new set is found.
 */
export function drawTopic(
  context: MakeContext,
  { order, least, reword }: { order: readonly Facet[]; least: number; reword: boolean },
): Topic | null {
  const { catalogue, random } = context;
  const tests = order[0] ? testsWith(order[0], catalogue) : [];
  if (tests.length === 0) return null;
  let best: { values: FacetValue[]; distance: number } | null = null;
  for (let attempt = 0; attempt < ATTEMPTS && best?.distance !== 0; attempt++) {
    for (const values of grow(pick(random, tests), { order, least, catalogue })) {
      const set = setOf(values);
      const distance = distanceFrom(context.wanted, estimate(set, catalogue).size);
      if (distance < (best?.distance ?? Number.POSITIVE_INFINITY) && context.isNew(set)) best = { values, distance };
    }
  }
  return best && toTopic(best.values, { context, reword });
}

/**
 * What a text is about, first: the facet with the richest vocabulary, then other reworded attributes, then other
 * attributes at random. Columns say how test cases are filed, which texts seldom repeat: they come last.
 */
export function subjectOrder({ catalogue, random }: MakeContext): Facet[] {
  const subject = subjectOf(catalogue);
  const others = shuffle(random, catalogue.facets.facets).filter((facet) => facet !== subject);
  const rankOf = (facet: Facet) => (facet.source === "column" ? 2 : isReworded(facet, catalogue) ? 0 : 1);
  const ranked = others.map((facet) => ({ facet, rank: rankOf(facet) })).sort((a, b) => a.rank - b.rank);
  return subject ? [subject, ...ranked.map(({ facet }) => facet)] : [];
}

/** A rare token first: a facet with even more values than the subject; [] where there is none. */
export function rareOrder(context: MakeContext): Facet[] {
  const { catalogue } = context;
  const [richest] = byRichness(catalogue);
  const subject = subjectOf(catalogue);
  if (!richest || !subject || valueCount(richest, catalogue) <= valueCount(subject, catalogue)) return [];
  return [richest, ...subjectOrder(context).filter((facet) => facet !== richest && facet !== subject)];
}

/** How test cases are filed, and not what they are about: columns first, in random order. */
export function filingOrder({ catalogue, random }: MakeContext): Facet[] {
  const facets = shuffle(random, catalogue.facets.facets);
  return facets.sort((a, b) => Number(a.source !== "column") - Number(b.source !== "column"));
}

/** True when at least half of the facet's values have other words in the knowledge base. */
function isReworded(facet: Facet, { facets, vocabulary }: Catalogue): boolean {
  const values = [...(facets.values.get(facet.key)?.keys() ?? [])];
  const reworded = values.filter((value) => vocabulary.wordings(value).length > 0);
  return reworded.length >= values.length * REWORDED;
}

function subjectOf(catalogue: Catalogue): Facet | undefined {
  const rich = byRichness(catalogue);
  const reworded = rich.find((facet) => isReworded(facet, catalogue));
  return reworded ?? rich.find(({ source }) => source !== "column") ?? rich[0];
}

function byRichness(catalogue: Catalogue): Facet[] {
  return [...catalogue.facets.facets].sort((a, b) => valueCount(b, catalogue) - valueCount(a, catalogue));
}

/** Conditions that a test case meets: the first `least` of the order, then one more, up to `MAX_CONDITIONS`. */
function* grow(
  test: string,
  { order, least, catalogue }: { order: readonly Facet[]; least: number; catalogue: Catalogue },
): Generator<FacetValue[]> {
  const chosen: FacetValue[] = [];
  for (const facet of order) {
    const value = catalogue.facets.ofTest.get(test)?.get(facet.key)?.[0];
    if (value === undefined || isImplied({ facet, value }, chosen, catalogue)) continue;
    chosen.push({ facet, value });
    if (chosen.length >= least) yield [...chosen];
    if (chosen.length === MAX_CONDITIONS) return;
  }
}

function toTopic(values: readonly FacetValue[], { context, reword }: { context: MakeContext; reword: boolean }): Topic {
  const { catalogue, random } = context;
  return {
    set: setOf(values),
    says: sayTopic(values, { catalogue, random, reword }),
    name: nameTopic(values),
    values,
  };
}

function setOf(values: readonly FacetValue[]): TestSet {
  const [first, ...rest] = values.map((value): TestSet => ({ kind: "facet", ...value }));
  if (!first) throw new RangeError("a topic needs a condition");
  return and(first, ...rest);
}

function testsWith(facet: Facet, { facets }: Catalogue): string[] {
  return [...new Set([...(facets.values.get(facet.key)?.values() ?? [])].flatMap((ids) => [...ids]))];
}

/** True when all test cases with one of the chosen values have this one too: then it says nothing new. */
function isImplied(value: FacetValue, chosen: readonly FacetValue[], { facets }: Catalogue): boolean {
  const ids = facets.values.get(value.facet.key)?.get(value.value);
  return chosen.some((other) => {
    const narrower = facets.values.get(other.facet.key)?.get(other.value) ?? new Set<string>();
    return [...narrower].every((id) => ids?.has(id));
  });
}

function valueCount(facet: Facet, { facets }: Catalogue): number {
  return facets.values.get(facet.key)?.size ?? 0;
}
