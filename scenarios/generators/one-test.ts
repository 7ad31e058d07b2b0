/** Part of the look-up family: one test case, called by its name; what it is like, and what it verifies. */
import { pick, randomInteger, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { TestEntry } from "../catalogue/relations.ts";
import * as words from "../phrasing/lookup.ts";
import { plural, saySubtype } from "../phrasing/names.ts";
import { type FacetValue, nameAttributes } from "../phrasing/topics.ts";
import type { Aspect } from "../truth/aspect.ts";
import { openEntities } from "./ask.ts";
import { choose } from "./choose.ts";
import type { Draft, MakeContext, Template } from "./family.ts";
import { similarTests } from "./traps.ts";

export const ONE_TEST_TEMPLATES: readonly Template[] = [
  { name: "details", complexity: "single_hop", kind: "answerable", make: details },
  { name: "absent_links", complexity: "single_hop", kind: "answerable", make: absentLinks },
  { name: "verified_items", complexity: "single_hop", kind: "answerable", make: verifiedItems },
];

/** Longest test case name that is quoted, in characters. */
const MAX_NAME = 140;

/** Test cases whose name can stand in quotation marks. */
export function quotable({ tests }: Catalogue): TestEntry[] {
  return [...tests.values()].filter(({ name }) => name.length <= MAX_NAME && !/["\n]/.test(name));
}

export function valuesOf(test: string, { facets }: Catalogue): FacetValue[] {
  const ofTest = facets.ofTest.get(test);
  return facets.facets.flatMap((facet) => (ofTest?.get(facet.key) ?? []).map((value) => ({ facet, value })));
}

/** Its attributes together with its links. */
function details(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = oneTest(context, ({ id }) => catalogue.itemsOfTest.has(id) && attributesToAsk(id, context));
  if (!chosen) return null;
  const { test, made: attributes } = chosen;
  return {
    ...oneTestDraft(test, context),
    turns: [words.DETAILS],
    slots: { name: test.name, ...attributeSlots(attributes) },
    aspects: [...attributes, { kind: "items" }],
  };
}

/** The same question about a test case that is linked to nothing: there is an answer, and that there are no links is a part of it. */
function absentLinks(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = oneTest(context, ({ id }) => !catalogue.itemsOfTest.has(id) && attributesToAsk(id, context));
  if (!chosen || catalogue.traced.size === 0) return null;
  const { test, made: attributes } = chosen;
  return {
    ...oneTestDraft(test, context),
    turns: [words.DETAILS],
    slots: { name: test.name, ...attributeSlots(attributes) },
    aspects: attributes,
    premises: [{ kind: "unlinked", test: test.id }],
    unsupported: { name: "backlog item", because: `no backlog item is linked to ${test.id}` },
  };
}

/** From the test case back to what it verifies: all of it, or what is of one kind. */
function verifiedItems(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const chosen = oneTest(context, ({ id }) => {
    const subtypes = [...(catalogue.itemsOfTest.get(id) ?? [])].map((item) => catalogue.items.get(item)?.subtype ?? "");
    const repeated = subtypes.filter((subtype, index) => subtypes.indexOf(subtype) !== index);
    return subtypes.length < 2 ? null : { subtype: repeated.length > 0 ? pick(random, [...repeated, null]) : null };
  });
  if (!chosen) return null;
  const { test, made } = chosen;
  const { subtype } = made;
  return {
    ...oneTestDraft(test, context),
    turns: [words.VERIFIED],
    slots: { name: test.name, entities: plural(subtype === null ? "backlog item" : saySubtype(subtype)) },
    aspects: [{ kind: "items", ...(subtype === null ? {} : { subtype }) }],
  };
}

/** A test case that is the only one of its name, of which `make` makes something. */
function oneTest<T>(
  context: MakeContext,
  make: (test: TestEntry) => T | null | false,
): { test: TestEntry; made: T } | null {
  const names = new Map<string, number>();
  const tests = quotable(context.catalogue);
  for (const { name } of tests) names.set(name, (names.get(name) ?? 0) + 1);
  return choose({ ...context, wanted: { low: 1, high: 1 } }, tests, (test) => {
    const made = names.get(test.name) === 1 && make(test);
    return made ? { test, made, set: { kind: "named", name: test.name } as const } : null;
  });
}

function oneTestDraft({ id, name }: TestEntry, { catalogue }: MakeContext): Pick<Draft, "set" | "finding" | "traps"> {
  return { set: { kind: "named", name }, finding: `named "${name}"`, traps: similarTests(id, catalogue) };
}

function attributeSlots(
  attributes: readonly Extract<Aspect, { kind: "values" }>[],
): Record<"attributes" | "are", string> {
  return {
    attributes: nameAttributes(attributes.map(({ facet }) => facet)),
    are: attributes.length === 1 ? "is" : "are",
  };
}

/** Up to three attributes of the test case whose values its name does not tell, two at least where it has them; null without any. */
function attributesToAsk(id: string, { catalogue, random }: MakeContext): Extract<Aspect, { kind: "values" }>[] | null {
  const tests = new Set([id]);
  const open = shuffle(random, catalogue.facets.facets)
    .map((facet) => ({ kind: "values", facet }) as const)
    .filter((aspect) => openEntities(aspect, { tests, said: "", catalogue }).length > 0);
  return open.length === 0 ? null : open.slice(0, 2 + randomInteger(random, 2));
}
