import { pick, randomInteger, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import * as words from "../phrasing/lookup.ts";
import { type FacetValue, nameAttributes, nameTopic, sayTopic } from "../phrasing/topics.ts";
import { and, minus, type TestSet } from "../truth/test-set.ts";
import { choose, chooseEmpty } from "./choose.ts";
import { determines } from "./conditions.ts";
import { fabricateId } from "./fabricate.ts";
import type { Draft, FamilyGenerator, MakeContext } from "./family.ts";
import { ONE_TEST_TEMPLATES, quotable, valuesOf } from "./one-test.ts";
import { drawTopic, filingOrder } from "./topics.ts";
import { nearMisses, similarTests } from "./traps.ts";

/** From a described or identified artifact to test cases, what is known of them, and what they are linked to. */
export const LOOKUP: FamilyGenerator = {
  family: "lookup",
  lacks: ({ tests }) => (tests.size === 0 ? ["test cases"] : []),
  templates: [
    ...ONE_TEST_TEMPLATES,
    { name: "by_attributes", complexity: "single_hop", kind: "answerable", make: byAttributes },
    { name: "by_name", complexity: "single_hop", kind: "answerable", make: byName },
    { name: "like_this_one", complexity: "multi_hop", kind: "answerable", make: likeThisOne },
    { name: "sharing_item", complexity: "multi_hop", kind: "answerable", make: sharingItem },
    { name: "same_again", complexity: "multi_hop", kind: "answerable", multiTurn: true, make: sameAgain },
    { name: "unknown_id", complexity: "single_hop", kind: "fabricated_id", make: unknownId },
    { name: "no_such_combination", complexity: "single_hop", kind: "empty_intersection", make: noSuchCombination },
    { name: "unlinked_test", complexity: "multi_hop", kind: "real_item_without_tests", make: unlinkedTest },
    { name: "unknown_start", complexity: "multi_hop", kind: "fabricated_id", make: unknownStart },
  ],
};

function byName(context: MakeContext): Draft | null {
  const chosen = choose(context, quotable(context.catalogue), ({ id, name }) => ({
    id,
    name,
    set: { kind: "named", name } as TestSet,
  }));
  if (!chosen) return null;
  const { id, name, set } = chosen;
  const traps = similarTests(id, context.catalogue);
  return { turns: [words.BY_NAME], slots: { name }, set, finding: `named "${name}"`, traps };
}

function byAttributes(context: MakeContext): Draft | null {
  const topic = drawTopic(context, { order: filingOrder(context), least: 2, reword: false });
  if (!topic) return null;
  return {
    turns: [words.BY_ATTRIBUTES],
    slots: { condition: topic.says },
    set: topic.set,
    finding: `filed under ${topic.name}`,
    traps: nearMisses(topic.set, context.catalogue),
  };
}

function likeThisOne(context: MakeContext): Draft | null {
  const like = drawLike(context);
  if (!like) return null;
  const { test, values, set } = like;
  return {
    turns: [words.LIKE_THIS_ONE],
    slots: { test, attributes: nameAttributes(values.map(({ facet }) => facet)) },
    set,
    finding: `like ${test} in ${nameTopic(values)}`,
    traps: [`${test} itself is not one of the others`, ...nearMisses(set, context.catalogue)],
  };
}

function sameAgain(context: MakeContext): Draft | null {
  const draft = likeThisOne(context);
  return draft && { ...draft, turns: [words.DESCRIBE, words.SAME_AGAIN] };
}

/** A test case and some of its attributes that a wanted number of others share. */
function drawLike(context: MakeContext): { test: string; values: FacetValue[]; set: TestSet } | null {
  const { catalogue, random } = context;
  return choose(context, [...catalogue.facets.ofTest.keys()], (test) => {
    const values = valuesOf(test, catalogue);
    const count = Math.min(values.length, 1 + randomInteger(random, 4));
    const some = shuffle(random, values).slice(0, count);
    const [first, ...rest] = some.map((value): TestSet => ({ kind: "facet", ...value }));
    return first ? { test, values: some, set: minus(and(first, ...rest), { kind: "one", id: test }) } : null;
  });
}

function sharingItem(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const tests = [...catalogue.itemsOfTest.keys()];
  const chosen = choose(context, tests, (test) => ({ test, set: { kind: "sharing_item_with", test } as TestSet }));
  if (!chosen) return null;
  const { test, set } = chosen;
  return {
    turns: [words.SHARING_ITEM],
    slots: { test },
    set,
    finding: `traced to a backlog item of ${test}`,
    traps: [`${test} itself is not one of the others`, ...similarTests(test, catalogue)],
    textTrap: test,
  };
}

function unknownId(context: MakeContext): Draft | null {
  return fabricated(context, (id) => ({ turns: [words.UNKNOWN], set: { kind: "one", id } }));
}

function unknownStart(context: MakeContext): Draft | null {
  if (context.catalogue.traced.size === 0) return null;
  return fabricated(context, (test) => ({ turns: [words.SHARING_ITEM], set: { kind: "sharing_item_with", test } }));
}

function fabricated(context: MakeContext, make: (id: string) => Pick<Draft, "turns" | "set">): Draft | null {
  const { catalogue, random } = context;
  const id = fabricateId([...catalogue.tests.keys()], { taken: catalogue.ids, random });
  if (id === null) return null;
  const finding = `there is no test case ${id}`;
  return { ...make(id), slots: { test: id }, premises: [{ kind: "absent", id }], finding, traps: [] };
}

function unlinkedTest(context: MakeContext): Draft | null {
  const { catalogue } = context;
  if (catalogue.traced.size === 0) return null;
  const unlinked = [...catalogue.tests.keys()].filter((id) => !catalogue.itemsOfTest.has(id));
  const chosen = chooseEmpty(context, unlinked, (test) => ({
    test,
    set: { kind: "sharing_item_with", test } as TestSet,
  }));
  if (!chosen) return null;
  const { test, set } = chosen;
  return {
    turns: [words.SHARING_ITEM],
    slots: { test },
    set,
    premises: [{ kind: "present", id: test }],
    finding: `${test} is not traced to any backlog item`,
    traps: similarTests(test, catalogue),
    textTrap: test,
  };
}

/** Two attribute values that test cases have, though none has both; nothing about the attributes says so. */
function noSuchCombination(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const tests = [...catalogue.facets.ofTest.keys()];
  const chosen = chooseEmpty(context, tests, (test) => {
    const [a, b] = [valuesOf(test, catalogue), valuesOf(pick(random, tests), catalogue)];
    const pair = pairOfFacets(shuffle(random, a), shuffle(random, b), catalogue);
    return pair && { pair, set: and({ kind: "facet", ...pair[0] }, { kind: "facet", ...pair[1] }) };
  });
  if (!chosen) return null;
  const { pair, set } = chosen;
  return {
    turns: [words.BY_ATTRIBUTES],
    slots: { condition: sayTopic(pair, { catalogue, random, reword: false }) },
    set,
    premises: pair.map((value) => ({ kind: "non_empty", set: { kind: "facet", ...value } })),
    finding: `no test case has ${pair.map((value) => nameTopic([value])).join(" and ")} together`,
    traps: pair.map(
      (value) => `${estimate({ kind: "facet", ...value }, catalogue).size} test cases have ${nameTopic([value])}`,
    ),
  };
}

function pairOfFacets(
  a: readonly FacetValue[],
  b: readonly FacetValue[],
  catalogue: Catalogue,
): [FacetValue, FacetValue] | null {
  const first = a[0];
  const second =
    first &&
    b.find(({ facet }) => !determines(first.facet, facet, catalogue) && !determines(facet, first.facet, catalogue));
  return first && second ? [first, second] : null;
}
