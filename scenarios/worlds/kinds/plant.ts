import { pick, shuffle } from "../../../base/random.ts";
import type { InProcessSourceName, ServedItem, ServedPlace } from "../../../db/sources/in-process/content.ts";
import { ATTRIBUTES, type Attribute } from "../attributes.ts";
import type { WorldDraft } from "../draft.ts";
import type { Clue, WorldQuestion } from "../world.ts";

/** Which question of its kind it is in its world, and which over all worlds: what takes turns goes by that. */
export interface QuestionSlot {
  at: number;
  turn: number;
}

/** Writes what a question needs into a world, and the question. */
export type Planter = (draft: WorldDraft, slot: QuestionSlot) => WorldQuestion[];

/** Something that is said of a system. */
export interface PlantedFact {
  system: string;
  attribute: Attribute;
  value: string;
}

/** Sources that people write facts in; test cases are as they are. */
export const WRITTEN_SOURCES = ["wiki", "chat", "tracker"] as const satisfies readonly InProcessSourceName[];
export type WrittenSource = (typeof WRITTEN_SOURCES)[number];

/** Where everybody may read. */
const OPEN_PLACES: Readonly<Record<WrittenSource, readonly ServedPlace["id"][]>> = {
  wiki: ["ENG"],
  chat: ["general", "operations"],
  tracker: ["OPS"],
};

export function newFact(draft: WorldDraft, attribute: Attribute = pick(draft.random, ATTRIBUTES)): PlantedFact {
  const names = draft.members.map(({ name }) => name);
  return { system: draft.newSystem(), attribute, value: attribute.value(draft.random, names) };
}

/** The fact with another value. */
export function changed(draft: WorldDraft, fact: PlantedFact): PlantedFact {
  const names = draft.members.map(({ name }) => name);
  for (;;) {
    const value = fact.attribute.value(draft.random, names);
    if (value !== fact.value) return { ...fact, value };
  }
}

export function clueOf({ system, value }: PlantedFact): Clue {
  return { about: system, says: value };
}

export function openPlace(draft: WorldDraft, source: WrittenSource): string {
  return pick(draft.random, OPEN_PLACES[source]);
}

export function stated(draft: WorldDraft, { attribute, system, value }: PlantedFact): string {
  return pick(draft.random, attribute.forms)(system, value);
}

export function asked(draft: WorldDraft, { attribute, system }: PlantedFact): string {
  return pick(draft.random, attribute.ask)(system);
}

interface Where {
  source: WrittenSource;
  place: string;
  day?: number;
}

/** Writes the fact down once: on a page, in a message (or as a reply that does not name the system again), or in a comment. */
export function plantFact(draft: WorldDraft, fact: PlantedFact, where: Where): ServedItem {
  return PLANTERS[where.source](draft, fact, where);
}

const PLANTERS: Readonly<Record<WrittenSource, (draft: WorldDraft, fact: PlantedFact, where: Where) => ServedItem>> = {
  wiki: (draft, fact, { place, day }) =>
    draft.write({ ...{ place, day }, title: `Notes on ${fact.system}`, says: stated(draft, fact) }),
  chat: (draft, fact, { place, day }) => {
    if (draft.random() < 0.5) return draft.write({ ...{ place, day }, says: stated(draft, fact) });
    const question = draft.write({ ...{ place, day }, says: asked(draft, fact), bare: true });
    return draft.write({ ...{ place, day }, parent: question.id, says: fact.attribute.reply(fact.value) });
  },
  tracker: (draft, fact, { place, day }) => {
    const title = `Tidy up around ${fact.system}`;
    const issue = draft.write({ ...{ place, day }, title, says: `Collect what is known of ${fact.system}.` });
    return draft.write({ ...{ place, day }, parent: issue.id, says: stated(draft, fact) });
  },
};

/** What stands near a fact and does not answer: something else of the same system, and the same of another one. */
export function plantDecoys(draft: WorldDraft, { system, attribute }: PlantedFact): void {
  const [other] = shuffle(
    draft.random,
    ATTRIBUTES.filter((each) => each !== attribute),
  );
  for (const fact of [{ ...newFact(draft, other), system }, newFact(draft, attribute)]) {
    const source = pick(draft.random, WRITTEN_SOURCES);
    plantFact(draft, fact, { source, place: openPlace(draft, source) });
  }
}

export function anybody(draft: WorldDraft): string {
  return pick(draft.random, draft.members).id;
}
