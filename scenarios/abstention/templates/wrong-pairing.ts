import { pick, shuffle } from "../../../base/random.ts";
import { estimate, subtree } from "../../catalogue/in-memory.ts";
import { choose } from "../../generators/choose.ts";
import type { MakeContext } from "../../generators/family.ts";
import { itemOf, parents, partsOf, tracedItems } from "../../generators/items.ts";
import { sameNamedMessages } from "../../generators/traps.ts";
import { MESSAGE_OF_PROTOCOL } from "../../phrasing/impact.ts";
import { sayItem, sayProtocol, saySubtype, unmistakableNames, withNoun } from "../../phrasing/names.ts";
import { PAIRED } from "../../phrasing/traceability.ts";
import { and, covers, type TestSet, traced } from "../../truth/test-set.ts";
import type { KindGenerator, PairDraft } from "../pair.ts";

/** Two real things with test cases of their own, of which the question says that they belong together. */
export const WRONG_PAIRING: KindGenerator = {
  kind: "wrong_pairing",
  needs: "backlog items within others, or messages of several protocols",
  templates: [
    { name: "part", family: "traceability", complexity: "multi_hop", make: part },
    { name: "protocol", family: "impact", complexity: "reasoning", make: protocol },
  ],
};

function part(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const chosen = choose(context, parents(catalogue), (whole) => {
    const inside = [...subtree(whole.id, catalogue)].filter((id) => id !== whole.id && catalogue.traced.has(id));
    if (inside.length === 0) return null;
    const own = itemOf(pick(random, inside), catalogue);
    return { whole, own, set: and(traced(own.id), partsOf(whole.id, catalogue)) };
  });
  if (!chosen) return null;
  const { whole, own, set } = chosen;
  const base = partsOf(whole.id, catalogue);
  const inside = subtree(whole.id, catalogue);
  const alien = shuffle(random, tracedItems(catalogue)).find(
    ({ id, subtype }) =>
      subtype === own.subtype &&
      !inside.has(id) &&
      !subtree(id, catalogue).has(whole.id) &&
      estimate(and(traced(id), base), catalogue).size === 0,
  );
  if (!alien) return null;
  return {
    turns: [PAIRED],
    slots: (id) => ({ item: sayItem(whole), part: `${saySubtype(own.subtype)} ${id}` }),
    lacking: {
      says: alien.id,
      set: and(traced(alien.id), base),
      premises: [
        { kind: "not_contained", parent: whole.id, child: alien.id },
        { kind: "non_empty", set: traced(alien.id) },
        { kind: "non_empty", set: base },
      ],
      finding: `${alien.id} is not a part of ${whole.id}, and no test case is traced to both`,
      traps: [`${alien.id} has test cases of its own`, `${whole.id} has test cases of its own`],
    },
    answerable: {
      says: own.id,
      set,
      finding: `traced to ${own.id}, which is a part of ${whole.id}`,
      traps: [`${whole.id} has test cases of other parts too`],
    },
  };
}

function protocol(context: MakeContext): PairDraft | null {
  const { catalogue, random } = context;
  const covered = [...catalogue.messages.values()].filter(({ id }) => catalogue.coveringMessage.has(id));
  const named = covered.filter((message) => unmistakableNames(message, catalogue).length > 0);
  const chosen = choose(context, named, (message) => {
    const own = [...(catalogue.protocolsOf.get(message.id) ?? [])].filter((id) => catalogue.coveringProtocol.has(id));
    if (own.length === 0) return null;
    const home = pick(random, own);
    return { message, home, set: within(message.id, home) };
  });
  const home = chosen && catalogue.protocols.get(chosen.home);
  if (!chosen || !home) return null;
  const { message } = chosen;
  const alien = shuffle(random, [...catalogue.protocols.values()]).find(
    ({ id, noun }) =>
      noun === home.noun &&
      catalogue.coveringProtocol.has(id) &&
      !catalogue.protocolsOf.get(message.id)?.has(id) &&
      estimate(within(message.id, id), catalogue).size === 0,
  );
  if (!alien) return null;
  const name = pick(random, unmistakableNames(message, catalogue));
  return {
    turns: [MESSAGE_OF_PROTOCOL],
    slots: (says) => ({ message: `the ${withNoun(message.noun, name)}`, protocol: says }),
    lacking: {
      says: sayProtocol(alien),
      set: within(message.id, alien.id),
      premises: [
        { kind: "not_member", message: message.id, protocol: alien.id },
        { kind: "non_empty", set: covers(message.id) },
        { kind: "non_empty", set: { kind: "covers_protocol", protocol: alien.id } },
      ],
      finding: `${message.name} does not belong to ${sayProtocol(alien)}, and no test case covers both`,
      traps: [`${message.name} is covered in its own protocol`, ...sameNamedMessages(message, catalogue)],
    },
    answerable: {
      says: sayProtocol(home),
      set: chosen.set,
      finding: `covering ${message.name}, which belongs to ${sayProtocol(home)}`,
      traps: sameNamedMessages(message, catalogue),
    },
  };
}

function within(message: string, protocol: string): TestSet {
  return and(covers(message), { kind: "covers_protocol", protocol });
}
