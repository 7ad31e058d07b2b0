/** Conditions that narrow a set of test cases: an attribute, a protocol, "run by hand". Any corpus has some of them. */
import { pick, type Random, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { sayProtocol } from "../phrasing/names.ts";
import { type FacetValue, nameTopic, sayTopic } from "../phrasing/topics.ts";
import { and, atomsOf, type Facet, minus, type TestSet } from "../truth/test-set.ts";
import { distanceFrom } from "./choose.ts";
import type { MakeContext } from "./family.ts";

export interface Condition {
  /** The members of a set that meet the condition. */
  keep(base: TestSet): TestSet;
  /** Those that do not. */
  drop(base: TestSet): TestSet;
  /** After "the ones": `on Xn`, `that exercise XnAP`. */
  says: string;
  /** In the corpus' own terms. */
  name: string;
  /** The attribute that it is about; null for a protocol. */
  facet: Facet | null;
}

/** Test cases looked at, to find conditions that some members of a set meet. */
const SAMPLE = 12;

/**
 * A condition that keeps (or drops) some members of the set and not all of them, with a rest of a wanted size where
 * possible. Null when every condition keeps all or nothing.
 */
export function narrowing(
  context: MakeContext,
  base: TestSet,
  way: "keep" | "drop",
): { condition: Condition; set: TestSet } | null {
  const { catalogue, random } = context;
  const members = [...estimate(base, catalogue)];
  const sample = shuffle(random, members).slice(0, SAMPLE);
  const conditions = uniqueByName(sample.flatMap((test) => conditionsOf(test, catalogue, random)));
  const fitting = conditions
    .map((condition) => ({ condition, set: condition[way](base) }))
    .map((entry) => ({ ...entry, size: estimate(entry.set, catalogue).size }))
    .filter(({ set, size }) => size > 0 && size < members.length && context.isNew(set))
    .map((entry) => ({ ...entry, distance: distanceFrom(context.wanted, entry.size) }))
    .filter(({ distance }) => Number.isFinite(distance));
  const nearest = Math.min(...fitting.map(({ distance }) => distance));
  const best = fitting.filter(({ distance }) => distance === nearest);
  return best.length === 0 ? null : pick(random, best);
}

/**
 * A condition that test cases meet, but no member of the set. Not of an attribute that the set itself is said by, nor of one
 * that follows from it: "tests for R16, only those for R17" contradicts itself.
 */
export function emptying(context: MakeContext, base: TestSet): { condition: Condition; set: TestSet } | null {
  const { catalogue, random } = context;
  const tests = [...catalogue.tests.keys()];
  const said = atomsOf(base).flatMap((atom) => (atom.kind === "facet" ? [atom.facet] : []));
  const isOpen = ({ facet }: Condition) => facet === null || !said.some((other) => determines(other, facet, catalogue));
  for (let attempt = 0; attempt < 100; attempt++) {
    const conditions = conditionsOf(pick(random, tests), catalogue, random).filter(isOpen);
    for (const condition of shuffle(random, conditions)) {
      const set = condition.keep(base);
      if (condition.name !== BY_HAND && estimate(set, catalogue).size === 0 && context.isNew(set))
        return { condition, set };
    }
  }
  return null;
}

function facetCondition(value: FacetValue, catalogue: Catalogue, random: Random): Condition {
  const set: TestSet = { kind: "facet", ...value };
  return {
    keep: (base) => and(base, set),
    drop: (base) => minus(base, set),
    says: sayTopic([value], { catalogue, random, reword: true }),
    name: nameTopic([value]),
    facet: value.facet,
  };
}

/** True when a value of the first attribute leaves one value of the second: it is the same, or the first is a kind within the second. */
export function determines(one: Facet, other: Facet, { facets }: Catalogue): boolean {
  if (one.key === other.key) return true;
  const valuesOf = (tests: ReadonlySet<string>) =>
    new Set([...tests].flatMap((test) => facets.ofTest.get(test)?.get(other.key) ?? []));
  return [...(facets.values.get(one.key)?.values() ?? [])].every((tests) => valuesOf(tests).size <= 1);
}

export function protocolCondition(id: string, catalogue: Catalogue): Condition {
  const protocol = catalogue.protocols.get(id);
  if (!protocol) throw new RangeError(`no protocol ${id}`);
  const set: TestSet = { kind: "covers_protocol", protocol: id };
  const name = sayProtocol(protocol);
  return {
    keep: (base) => and(base, set),
    drop: (base) => minus(base, set),
    says: `that exercise ${name}`,
    name,
    facet: null,
  };
}

const BY_HAND = "not in an automated suite";
const SUITE: Facet = { key: "automated_suite", source: "column" };

function byHand(): Condition {
  const automated: TestSet = { kind: "has_facet", facet: SUITE };
  return {
    keep: (base) => minus(base, automated),
    drop: (base) => and(base, automated),
    says: "that are run by hand",
    name: BY_HAND,
    facet: SUITE,
  };
}

/** Conditions that one test case meets. */
function conditionsOf(test: string, catalogue: Catalogue, random: Random): Condition[] {
  const { facets, ofTest } = catalogue.facets;
  const values = facets.flatMap((facet) => (ofTest.get(test)?.get(facet.key) ?? []).map((value) => ({ facet, value })));
  const protocols = [...catalogue.coveringProtocol].filter(([, tests]) => tests.has(test)).map(([id]) => id);
  const automates = facets.some(({ key }) => key === SUITE.key);
  return [
    ...values.map((value) => facetCondition(value, catalogue, random)),
    ...protocols.map((id) => protocolCondition(id, catalogue)),
    ...(automates && !ofTest.get(test)?.has(SUITE.key) ? [byHand()] : []),
  ];
}

function uniqueByName(conditions: readonly Condition[]): Condition[] {
  return [...new Map(conditions.map((condition) => [condition.name, condition])).values()];
}
