/**
 * What a corpus offers to ask about, read once from the canonical tables and kept in memory: generators choose from it.
 * It decides which question is asked, never what is true: the truth is queried anew (`../truth/prove.ts`).
 */

import type { Substrate } from "../../db/ports/ports.ts";
import { type AbsentConcept, readAbsentConcepts } from "./concepts.ts";
import { facetsOf, type TestFacets } from "./facets.ts";
import type { ItemEntry, MessageEntry, ProtocolEntry, TestEntry } from "./relations.ts";
import { groupPairs, type Relations, readRelations } from "./relations.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";

/** Lists are in code-unit order of their ids; so are the members of every set. */
export interface Catalogue {
  tests: ReadonlyMap<string, TestEntry>;
  items: ReadonlyMap<string, ItemEntry>;
  messages: ReadonlyMap<string, MessageEntry>;
  protocols: ReadonlyMap<string, ProtocolEntry>;
  /** Backlog item -> test cases traced to it, and the other way. */
  traced: Grouped;
  itemsOfTest: Grouped;
  children: Grouped;
  parents: Grouped;
  /** Message -> test cases, and the other way; protocol likewise; message -> protocols; protocol -> messages. */
  coveringMessage: Grouped;
  messagesOfTest: Grouped;
  coveringProtocol: Grouped;
  protocolsOfTest: Grouped;
  protocolsOf: Grouped;
  messagesOf: Grouped;
  facets: TestFacets;
  vocabulary: Vocabulary;
  /** Concepts that no text of the corpus is about. */
  absentConcepts: readonly AbsentConcept[];
  /** Every id of the corpus, in any role. */
  ids: ReadonlySet<string>;
}

type Grouped = ReadonlyMap<string, ReadonlySet<string>>;

export async function readCatalogue(substrate: Substrate): Promise<Catalogue> {
  const relations = await readRelations(substrate.sql);
  const { tests, items, messages, protocols } = relations;
  const ids = new Set(relations.ids);
  const facets = facetsOf(relations.attributes, ids, substrate.manifest.mapping.phrases);
  return {
    tests: byId(tests),
    items: byId(items),
    messages: byId(messages),
    protocols: byId(protocols),
    traced: groupPairs(relations.traces, ([test, item]) => [item, test]),
    itemsOfTest: groupPairs(relations.traces, ([test, item]) => [test, item]),
    children: groupPairs(relations.containment, ([parent, child]) => [parent, child]),
    parents: groupPairs(relations.containment, ([parent, child]) => [child, parent]),
    coveringMessage: groupPairs(relations.messageCoverage, ([test, message]) => [message, test]),
    messagesOfTest: groupPairs(relations.messageCoverage, (pair) => pair),
    coveringProtocol: groupPairs(relations.protocolCoverage, ([test, protocol]) => [protocol, test]),
    protocolsOfTest: groupPairs(relations.protocolCoverage, (pair) => pair),
    protocolsOf: groupPairs(relations.membership, ([message, protocol]) => [message, protocol]),
    messagesOf: groupPairs(relations.membership, ([message, protocol]) => [protocol, message]),
    facets,
    vocabulary: await readVocabulary(substrate.sql),
    absentConcepts: await readAbsentConcepts(substrate.sql, namesOf(relations, facets)),
    ids,
  };
}

/** What things are called here: values of attributes are terms, names of test cases and items often sentences. */
function namesOf({ tests, items, messages, protocols }: Relations, { values }: TestFacets): string[][] {
  return [
    [...values.values()].flatMap((groups) => [...groups.keys()]),
    [...messages, ...protocols].map(({ name }) => name),
    tests.map(({ name }) => name),
    items.map(({ name, telling }) => telling ?? name),
  ];
}

function byId<T extends { id: string }>(entries: readonly T[]): Map<string, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
