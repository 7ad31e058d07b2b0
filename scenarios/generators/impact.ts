import { pick, shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import type { MessageEntry } from "../catalogue/relations.ts";
import { KEEP_ONLY } from "../phrasing/common.ts";
import * as words from "../phrasing/impact.ts";
import { sayMessage, sayProtocol, unmistakableNames, withNoun } from "../phrasing/names.ts";
import { and, minus, or, type TestSet } from "../truth/test-set.ts";
import { choose, chooseEmpty, roomy } from "./choose.ts";
import { narrowing } from "./conditions.ts";
import { fabricateId } from "./fabricate.ts";
import type { Draft, FamilyGenerator, MakeContext } from "./family.ts";
import { ITEM_IMPACT_TEMPLATES } from "./item-impact.ts";
import { sameNamedMessages } from "./traps.ts";

/** From a change to the test cases that it concerns: of a message or protocol by coverage, of a backlog item by links and containment. */
export const IMPACT: FamilyGenerator = {
  family: "impact",
  lacks: (catalogue) =>
    catalogue.coveringMessage.size + catalogue.coveringProtocol.size + catalogue.traced.size === 0
      ? ["messages or protocols that test cases cover, or backlog items that they are traced to"]
      : [],
  templates: [
    ...ITEM_IMPACT_TEMPLATES,
    { name: "component", complexity: "multi_hop", kind: "answerable", make: component },
    { name: "message", complexity: "multi_hop", kind: "answerable", make: message },
    { name: "protocol", complexity: "multi_hop", kind: "answerable", make: protocol },
    { name: "messages", complexity: "reasoning", kind: "answerable", make: messages },
    { name: "message_except", complexity: "reasoning", kind: "answerable", make: messageExcept },
    { name: "then_narrow", complexity: "reasoning", kind: "answerable", multiTurn: true, make: thenNarrow },
    { name: "uncovered", complexity: "multi_hop", kind: "real_item_without_tests", make: uncovered },
    { name: "unknown_message", complexity: "multi_hop", kind: "fabricated_id", make: unknownMessage },
    { name: "wrong_protocol", complexity: "reasoning", kind: "wrong_pairing", make: wrongProtocol },
  ],
};

function message(context: MakeContext): Draft | null {
  const chosen = choose(context, coveredMessages(context.catalogue), (entry) => ({ entry, set: covers(entry.id) }));
  if (!chosen) return null;
  const { entry, set } = chosen;
  return { ...messageDraft(entry, context), turns: [words.MESSAGE], set, finding: `covering ${entry.name}` };
}

function thenNarrow(context: MakeContext): Draft | null {
  const chosen = choose(roomy(context), coveredMessages(context.catalogue), (entry) => ({
    entry,
    set: covers(entry.id),
  }));
  const rest = chosen && narrowing(context, chosen.set, "keep");
  if (!chosen || !rest) return null;
  const { entry } = chosen;
  const draft = messageDraft(entry, context);
  return {
    ...draft,
    turns: [words.MESSAGE, KEEP_ONLY],
    slots: { ...draft.slots, condition: rest.condition.says },
    set: rest.set,
    finding: `covering ${entry.name}, only ${rest.condition.name}`,
    traps: ["the first turn's list is too wide for the last turn", ...draft.traps],
  };
}

function protocol(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  for (const id of shuffle(random, [...catalogue.coveringProtocol.keys()])) {
    const base: TestSet = { kind: "covers_protocol", protocol: id };
    const rest = narrowing(context, base, "keep");
    const entry = catalogue.protocols.get(id);
    if (!rest || !entry) continue;
    const said = sayProtocol(entry);
    return {
      turns: [words.PROTOCOL],
      slots: { protocol: said, condition: rest.condition.says },
      set: rest.set,
      finding: `exercising ${said}, only ${rest.condition.name}`,
      traps: [`${estimate(base, catalogue).size} test cases exercise ${said} in all`],
    };
  }
  return null;
}

/** A protocol with everything that belongs to it. */
function component(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = choose(context, [...catalogue.protocols.values()], (entry) => ({
    entry,
    set: or({ kind: "covers_protocol", protocol: entry.id }, { kind: "covers_message_of", protocol: entry.id }),
  }));
  if (!chosen) return null;
  const { entry, set } = chosen;
  const said = sayProtocol(entry);
  return {
    turns: [words.COMPONENT],
    slots: { protocol: said },
    set,
    finding: `exercising ${said} or covering a part of it`,
    traps: [`what covers ${said} itself is only a part of what covers anything that belongs to it`],
  };
}

function messages(context: MakeContext): Draft | null {
  return messagePair(context, { turns: [words.MESSAGES], combine: or, finding: (a, b) => `covering ${a} or ${b}` });
}

function messageExcept(context: MakeContext): Draft | null {
  return messagePair(context, {
    turns: [words.MESSAGE_EXCEPT],
    combine: minus,
    finding: (a, b) => `covering ${a} and not ${b}`,
  });
}

interface PairOptions {
  turns: Draft["turns"];
  combine: (a: TestSet, b: TestSet) => TestSet;
  finding: (a: string, b: string) => string;
}

/** Two messages that some test case covers together: neighbours in a procedure, not any two. */
function messagePair(context: MakeContext, { turns, combine, finding }: PairOptions): Draft | null {
  const { catalogue, random } = context;
  const chosen = choose(context, coveredMessages(catalogue), (entry) => {
    const neighbours = neighboursOf(entry, catalogue);
    if (neighbours.length === 0) return null;
    const other = pick(random, neighbours);
    return { entry, other, set: combine(covers(entry.id), covers(other.id)) };
  });
  if (!chosen) return null;
  const { entry, other, set } = chosen;
  const draft = messageDraft(entry, context);
  return {
    turns,
    slots: { ...draft.slots, other: sayMessage(other, catalogue, random) },
    set,
    finding: finding(entry.name, other.name),
    traps: [...draft.traps, ...sameNamedMessages(other, catalogue)],
  };
}

function uncovered(context: MakeContext): Draft | null {
  const { catalogue } = context;
  const chosen = chooseEmpty(context, [...catalogue.messages.values()], (entry) => ({ entry, set: covers(entry.id) }));
  if (!chosen) return null;
  const { entry, set } = chosen;
  return {
    ...messageDraft(entry, context),
    turns: [words.MESSAGE],
    set,
    premises: [{ kind: "present", id: entry.id }],
    finding: `no test case covers ${entry.name}`,
  };
}

function unknownMessage(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const id = fabricateId([...catalogue.messages.keys()], { taken: catalogue.ids, random });
  if (id === null) return null;
  return {
    turns: [words.MESSAGE],
    slots: { message: `the ${catalogue.messages.values().next().value?.noun ?? "message"} ${id}` },
    set: covers(id),
    premises: [{ kind: "absent", id }],
    finding: `there is no message ${id}`,
    traps: ["ids that differ in one digit exist"],
  };
}

/** A covered message, by a name that only it has, said to be of a protocol that it does not belong to. */
function wrongProtocol(context: MakeContext): Draft | null {
  const { catalogue, random } = context;
  const protocols = [...catalogue.coveringProtocol.keys()];
  const named = coveredMessages(catalogue).filter((entry) => unmistakableNames(entry, catalogue).length > 0);
  const chosen = chooseEmpty(context, protocols.length === 0 ? [] : named, (entry) => {
    const other = pick(random, protocols);
    if (catalogue.protocolsOf.get(entry.id)?.has(other)) return null;
    return { entry, other, set: and(covers(entry.id), { kind: "covers_protocol", protocol: other }) };
  });
  const entry = chosen && catalogue.protocols.get(chosen.other);
  if (!chosen || !entry) return null;
  const { noun, id, name } = chosen.entry;
  return {
    turns: [entry.noun === "protocol" ? words.MESSAGE_OF_PROTOCOL : words.PART_OF_COMPONENT],
    slots: {
      message: `the ${withNoun(noun, pick(random, unmistakableNames(chosen.entry, catalogue)))}`,
      protocol: sayProtocol(entry),
    },
    set: chosen.set,
    premises: [
      { kind: "not_member", message: id, protocol: entry.id },
      { kind: "non_empty", set: covers(id) },
    ],
    finding: `${name} does not belong to ${sayProtocol(entry)}, and no test case covers both`,
    traps: [`${name} is covered in its own protocol`, ...sameNamedMessages(chosen.entry, catalogue)],
  };
}

function messageDraft(entry: MessageEntry, { catalogue, random }: MakeContext): Pick<Draft, "slots" | "traps"> {
  return {
    slots: { message: sayMessage(entry, catalogue, random) },
    traps: sameNamedMessages(entry, catalogue),
  };
}

function covers(id: string): TestSet {
  return { kind: "covers_message", message: id };
}

function coveredMessages(catalogue: Catalogue): MessageEntry[] {
  return [...catalogue.messages.values()].filter(({ id }) => catalogue.coveringMessage.has(id));
}

/** Messages that a test case covers together with this one, in code-unit order. */
function neighboursOf(entry: MessageEntry, catalogue: Catalogue): MessageEntry[] {
  const tests = [...estimate(covers(entry.id), catalogue)];
  const ids = new Set(tests.flatMap((test) => [...(catalogue.messagesOfTest.get(test) ?? [])]));
  ids.delete(entry.id);
  return [...ids].sort(compareText).flatMap((id) => catalogue.messages.get(id) ?? []);
}
