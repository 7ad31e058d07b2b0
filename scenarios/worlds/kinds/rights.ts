import { pick } from "../../../base/random.ts";
import type { ServedItem } from "../../../db/sources/in-process/content.ts";
import { onlyGroups } from "../company.ts";
import type { WorldDraft } from "../draft.ts";
import type { WorldQuestion } from "../world.ts";
import {
  anybody,
  asked,
  clueOf,
  newFact,
  openPlace,
  type PlantedFact,
  plantDecoys,
  plantFact,
  type QuestionSlot,
  stated,
} from "./plant.ts";

/** Asked where nothing says it: other things are said of the system, and the same of others. */
export function askNothing(draft: WorldDraft, { at }: QuestionSlot): WorldQuestion[] {
  const fact = newFact(draft);
  plantDecoys(draft, fact);
  return [
    {
      ...{ id: `nothing_there-${at + 1}`, kind: "nothing_there", askedBy: anybody(draft) },
      ...{ text: asked(draft, fact), answer: null, clues: [], holders: [], outdated: [], hidden: [] },
      unsaid: { system: fact.system, attribute: fact.attribute.name },
    },
  ];
}

/**
 * The same question from two members: one may read what answers it, the other may not. A page that both may read says that there is
 * something, and not what.
 */
export function askHidden(draft: WorldDraft, { at, turn }: QuestionSlot): WorldQuestion[] {
  const fact = newFact(draft);
  const item = HIDING[turn % HIDING.length]!(draft, fact);
  const says = `What is decided on ${fact.system} is written down where those who decide may read it.`;
  draft.write({ place: "ENG", title: `Who decides on ${fact.system}`, says });
  plantDecoys(draft, fact);
  const insiders = draft.audienceOf(item.id);
  const inside = pick(draft.random, insiders);
  const outside = pick(
    draft.random,
    draft.members.filter(({ id }) => !insiders.includes(id)),
  ).id;
  const [forOutsider, forInsider] = [`not_for_you-${at + 1}a`, `not_for_you-${at + 1}b`];
  const same = { kind: "not_for_you", text: asked(draft, fact), clues: [clueOf(fact)], outdated: [] } as const;
  return [
    { ...same, id: forOutsider, askedBy: outside, answer: null, holders: [], hidden: [item.id], twin: forInsider },
    { ...same, id: forInsider, askedBy: inside, answer: fact.value, holders: [item.id], hidden: [], twin: forOutsider },
  ];
}

/** Every way in which rights keep an item from somebody. */
const HIDING: readonly ((draft: WorldDraft, fact: PlantedFact) => ServedItem)[] = [
  /** By its own restriction, in a space of everybody's. */
  (draft, fact) =>
    draft.write({
      ...{ place: "ENG", title: `Decisions on ${fact.system}`, says: stated(draft, fact) },
      restriction: onlyGroups(pick(draft.random, ["leadership", "sales"] as const)),
    }),
  /** By the restriction of the page above the one above it. */
  (draft, fact) => {
    const restriction = onlyGroups("leadership");
    const top = draft.write({ place: "ENG", title: "Plans", says: "Plans stand below this page.", restriction });
    const year = draft.write({ place: "ENG", parent: top.id, title: "This year", says: "By system." });
    return draft.write({ place: "ENG", parent: year.id, title: `Plan for ${fact.system}`, says: stated(draft, fact) });
  },
  /** By the place: a channel, a conversation of two, a project, a space. */
  (draft, fact) => plantFact(draft, fact, { source: "chat", place: "deals" }),
  (draft, fact) => plantFact(draft, fact, { source: "chat", place: "dm-1" }),
  (draft, fact) => plantFact(draft, fact, { source: "tracker", place: "SEC" }),
  (draft, fact) => plantFact(draft, fact, { source: "wiki", place: "PEOPLE" }),
];

/** What is written in places of some members only, so that their rooms are not those of a few planted facts. */
export function plantPrivateNoise(draft: WorldDraft): void {
  const places = ["SALES", "PEOPLE", "engineers", "deals", "dm-2", "dm-3", "dm-4", "SEC"];
  for (const place of places) {
    const source = place === "SEC" ? "tracker" : place === place.toUpperCase() ? "wiki" : "chat";
    plantFact(draft, newFact(draft), { source, place });
  }
  plantFact(draft, newFact(draft), { source: "wiki", place: openPlace(draft, "wiki") });
}
