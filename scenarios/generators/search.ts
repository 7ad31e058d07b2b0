import { pick, shuffle } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { KEEP_ONLY } from "../phrasing/common.ts";
import { sayProtocol } from "../phrasing/names.ts";
import * as words from "../phrasing/search.ts";
import { type FacetValue, nameAttributes, nameTopic, sayTopic } from "../phrasing/topics.ts";
import { and, type Facet, or } from "../truth/test-set.ts";
import { attributeToCountBy } from "./ask.ts";
import { choose, roomy } from "./choose.ts";
import { emptying, narrowing, protocolCondition } from "./conditions.ts";
import { DESCRIBED_TEMPLATES, describable } from "./described.ts";
import type { Draft, FamilyGenerator, MakeContext } from "./family.ts";
import { drawTopic, rareOrder, subjectOrder, type Topic } from "./topics.ts";
import { nearMisses } from "./traps.ts";

/** From a topic, in other words than the texts', to the test cases whose structured attributes or links make them relevant. */
export const SEARCH: FamilyGenerator = {
  family: "search",
  lacks: (catalogue) =>
    catalogue.facets.facets.length === 0 && describable(catalogue).length === 0
      ? ["structured attributes of test cases, or described backlog items with test cases"]
      : [],
  templates: [
    { name: "topic", complexity: "single_hop", kind: "answerable", make: topic },
    { name: "topic_count", complexity: "single_hop", kind: "answerable", make: topicCount },
    { name: "rare_token", complexity: "single_hop", kind: "answerable", make: rareToken },
    { name: "topic_on_protocol", complexity: "multi_hop", kind: "answerable", make: topicOnProtocol },
    { name: "topic_without", complexity: "reasoning", kind: "answerable", make: topicWithout },
    { name: "either_topic", complexity: "reasoning", kind: "answerable", make: eitherTopic },
    { name: "topic_corrected", complexity: "reasoning", kind: "answerable", multiTurn: true, make: topicCorrected },
    { name: "topic_then_narrow", complexity: "reasoning", kind: "answerable", multiTurn: true, make: topicThenNarrow },
    ...DESCRIBED_TEMPLATES,
    { name: "concept", complexity: "single_hop", kind: "out_of_corpus_concept", make: concept },
    { name: "concept_on_protocol", complexity: "multi_hop", kind: "out_of_corpus_concept", make: conceptOnProtocol },
    { name: "nothing_left", complexity: "multi_hop", kind: "empty_intersection", make: nothingLeft },
    { name: "nothing_left", complexity: "reasoning", kind: "empty_intersection", make: nothingLeft },
    {
      name: "narrow_to_nothing",
      complexity: "reasoning",
      kind: "empty_intersection",
      multiTurn: true,
      make: narrowToNothing,
    },
  ],
};

function topic(context: MakeContext): Draft | null {
  const found = drawTopic(context, { order: subjectOrder(context), least: 2, reword: true });
  return found && { ...topicDraft(found, context), turns: [words.TOPIC] };
}

/** How many, by an attribute, and which: the list is the evidence for the numbers. */
function topicCount(context: MakeContext): Draft | null {
  const found = drawTopic(context, { order: subjectOrder(context), least: 2, reword: true });
  const by = found && attributeToCountBy(found.set, context);
  if (!found || !by) return null;
  const draft = topicDraft(found, context);
  return {
    ...draft,
    turns: [words.TOPIC_COUNT],
    slots: { ...draft.slots, attribute: nameAttributes([by]) },
    aspects: [{ kind: "values", facet: by }],
  };
}

function rareToken(context: MakeContext): Draft | null {
  const found = drawTopic(context, { order: rareOrder(context), least: 1, reword: true });
  return found && { ...topicDraft(found, context), turns: [words.TOPIC] };
}

/** A topic on attributes, narrowed by a relation: the protocol that test cases cover. */
function topicOnProtocol(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const order = subjectOrder(context).filter((facet) => !namesProtocols(facet, catalogue));
  const base = drawTopic(roomy(context), { order, least: 1, reword: true });
  if (!base) return null;
  const size = estimate(base.set, catalogue).size;
  const chosen = choose(context, [...catalogue.protocols.keys()], (id) => {
    const condition = protocolCondition(id, catalogue);
    const set = condition.keep(base.set);
    return estimate(set, catalogue).size === size ? null : { id, condition, set };
  });
  if (!chosen) return null;
  const draft = topicDraft(base, context);
  return {
    ...draft,
    turns: [words.TOPIC_WITH],
    slots: { topic: base.says, condition: chosen.condition.says },
    set: chosen.set,
    finding: `${draft.finding}, and exercise ${chosen.condition.name}`,
  };
}

/** An attribute that repeats the relation: its values are protocols or interfaces. */
function namesProtocols(facet: Facet, { facets, protocols }: Catalogue): boolean {
  const names = new Set([...protocols.values()].flatMap((protocol) => [protocol.name, protocol.interface]));
  return [...(facets.values.get(facet.key)?.keys() ?? [])].some((value) => names.has(value));
}

function topicWithout(context: MakeContext): Draft | null {
  const base = wideTopic(context);
  const rest = base && narrowing(context, base.set, "drop");
  if (!base || !rest) return null;
  const draft = topicDraft(base, context);
  return {
    ...draft,
    turns: [words.TOPIC_WITHOUT],
    slots: { topic: base.says, excluded: rest.condition.says },
    set: rest.set,
    finding: `${draft.finding}, without ${rest.condition.name}`,
    traps: [`the ones with ${rest.condition.name} are excluded`, ...draft.traps],
  };
}

function eitherTopic(context: MakeContext): Draft | null {
  const order = subjectOrder(context);
  const [left, right] = [0, 1].map(() => drawTopic(context, { order, least: 2, reword: true }));
  if (!left || !right || left.name === right.name || !context.isNew(or(left.set, right.set))) return null;
  return {
    turns: [words.EITHER_TOPIC],
    slots: { topic: left.says, other: right.says },
    set: or(left.set, right.set),
    terms: [left, right].flatMap(termsOf),
    finding: `either ${left.name} or ${right.name}`,
    traps: [...nearMisses(left.set, context.catalogue), ...nearMisses(right.set, context.catalogue)],
  };
}

function topicThenNarrow(context: MakeContext): Draft | null {
  const base = wideTopic(context);
  const rest = base && narrowing(context, base.set, "keep");
  if (!base || !rest) return null;
  const draft = topicDraft(base, context);
  return {
    ...draft,
    turns: [words.TOPIC, KEEP_ONLY],
    slots: { topic: base.says, condition: rest.condition.says },
    set: rest.set,
    finding: `${draft.finding}, ${rest.condition.name}`,
    traps: ["the first turn's list is too wide for the last turn", ...draft.traps],
  };
}

/** The first turn has a wrong value for one attribute; the second one puts it right. */
function topicCorrected(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const { facets } = catalogue;
  const found = drawTopic(context, { order: subjectOrder(context), least: 2, reword: true });
  const right = found?.values.at(-1);
  if (!found || !right) return null;
  const others = [...(facets.values.get(right.facet.key)?.keys() ?? [])].filter((value) => value !== right.value);
  if (others.length === 0) return null;
  const wrong = { facet: right.facet, value: pick(random, others) };
  const say = (values: readonly FacetValue[], reword: boolean) => sayTopic(values, { catalogue, random, reword });
  const draft = topicDraft(found, context);
  const wrongSaid = say([wrong], false);
  return {
    ...draft,
    turns: [words.TOPIC, words.VALUE_INSTEAD],
    slots: {
      topic: `${say(found.values.slice(0, -1), true)}, ${wrongSaid}`,
      right: say([right], false),
      wrong: wrongSaid,
    },
    traps: [`${nameTopic([wrong])} is taken back`, ...draft.traps],
  };
}

function concept(context: MakeContext): Draft | null {
  const found = shuffle(context.random, context.catalogue.absentConcepts).find(({ marks }) =>
    context.isNew({ kind: "mentions", words: marks }),
  );
  if (!found) return null;
  return {
    turns: [words.CONCEPT],
    slots: { concept: found.says },
    set: { kind: "mentions", words: found.marks },
    premises: [{ kind: "unmentioned", words: found.marks }],
    finding: `nothing in the corpus is about ${found.says}`,
    traps: ["test cases that only share general words with the question"],
  };
}

function conceptOnProtocol(context: MakeContext): Draft | null {
  const draft = concept(context);
  const [protocol] = shuffle(context.random, [...context.catalogue.protocols.values()]);
  if (!draft || !protocol) return null;
  const condition = protocolCondition(protocol.id, context.catalogue);
  return {
    ...draft,
    turns: [words.CONCEPT_WITH],
    slots: { ...draft.slots, condition: condition.says },
    set: and(draft.set, { kind: "covers_protocol", protocol: protocol.id }),
    traps: [`test cases that exercise ${sayProtocol(protocol)} and have nothing to do with the concept`],
  };
}

function nothingLeft(context: MakeContext): Draft | null {
  return emptied(context, (says) => ({ turns: [words.TOPIC_WITH], slots: says }));
}

function narrowToNothing(context: MakeContext): Draft | null {
  return emptied(context, (says) => ({ turns: [words.TOPIC, KEEP_ONLY], slots: says }));
}

function emptied(
  context: MakeContext,
  phrase: (says: { topic: string; condition: string }) => Pick<Draft, "turns" | "slots">,
): Draft | null {
  const base = drawTopic(context, { order: subjectOrder(context), least: 2, reword: true });
  const nothing = base && emptying(context, base.set);
  if (!base || !nothing) return null;
  return {
    ...phrase({ topic: base.says, condition: nothing.condition.says }),
    set: nothing.set,
    premises: [{ kind: "non_empty", set: base.set }],
    finding: `no test case has ${base.name} and ${nothing.condition.name} together`,
    traps: [`${estimate(base.set, context.catalogue).size} test cases meet all but the last condition`],
  };
}

/** A topic with room for one more condition. */
function wideTopic(context: MakeContext): Topic | null {
  return drawTopic(roomy(context), { order: subjectOrder(context), least: 1, reword: true });
}

function topicDraft(found: Topic, { catalogue }: MakeContext): Omit<Draft, "turns"> {
  return {
    slots: { topic: found.says },
    set: found.set,
    terms: termsOf(found),
    finding: `about ${found.name}`,
    traps: nearMisses(found.set, catalogue),
  };
}

/** The topic in the corpus' own terms: a complete answer says what the question's words were taken for. */
function termsOf(found: Topic): string[] {
  return found.values.map(({ value }) => value);
}
