import { pick } from "../../../base/random.ts";
import type { WorldDraft } from "../draft.ts";
import type { WorldQuestion } from "../world.ts";
import {
  anybody,
  asked,
  changed,
  clueOf,
  newFact,
  openPlace,
  plantDecoys,
  plantFact,
  type QuestionSlot,
  stated,
  WRITTEN_SOURCES,
} from "./plant.ts";

/** Days of what held once, and of what holds. */
const [EARLY, LATE] = [20, 180];

/** Two items contradict each other, and nothing but their dates says which one holds. */
export function askNewestWins(draft: WorldDraft, { at }: QuestionSlot): WorldQuestion[] {
  const once = newFact(draft);
  const now = changed(draft, once);
  const place = () => {
    const source = pick(draft.random, WRITTEN_SOURCES);
    return { source, place: openPlace(draft, source) };
  };
  const outdated = plantFact(draft, once, { ...place(), day: EARLY + at });
  const holder = plantFact(draft, now, { ...place(), day: LATE + at });
  plantDecoys(draft, now);
  return [
    {
      ...{ id: `newest_wins-${at + 1}`, kind: "newest_wins", askedBy: anybody(draft) },
      ...{ text: asked(draft, now), answer: now.value, clues: [clueOf(now)] },
      ...{ holders: [holder.id], outdated: [outdated.id], hidden: [] },
    },
  ];
}

/** A page that says which page took its place. The old one was touched last, so that its date misleads. */
export function askSuperseded(draft: WorldDraft, { at }: QuestionSlot): WorldQuestion[] {
  const once = newFact(draft);
  const now = changed(draft, once);
  const { system } = now;
  const holder = draft.write({
    place: "ENG",
    title: `${system}, second edition`,
    says: stated(draft, now),
    day: EARLY + at,
  });
  const says = `${stated(draft, once)} This page is superseded by ${holder.id} and is kept for the record.`;
  const outdated = draft.write({ place: "ENG", title: `${system}, first edition`, says, day: LATE + at });
  plantDecoys(draft, now);
  return [
    {
      ...{ id: `superseded-${at + 1}`, kind: "superseded", askedBy: anybody(draft) },
      ...{ text: asked(draft, now), answer: now.value, clues: [clueOf(now)] },
      ...{ holders: [holder.id], outdated: [outdated.id], hidden: [] },
    },
  ];
}

/** Who said it counts, and another member speaks of the same matter. */
export function askWhoSaid(draft: WorldDraft, { at }: QuestionSlot): WorldQuestion[] {
  const fact = newFact(draft);
  const place = openPlace(draft, "chat");
  const [first, ...others] = fact.attribute.forms;
  const author = anybody(draft);
  const holder = draft.write({ place, author, says: pick(draft.random, others)(fact.system, fact.value) });
  const another = pick(
    draft.random,
    draft.members.filter(({ id }) => id !== author),
  );
  draft.write({ place, author: another.id, says: `Somebody should check what we say of ${fact.system}.` });
  const claim = first!(fact.system, fact.value).replace(/\.$/, "");
  return [
    {
      ...{ id: `who_said-${at + 1}`, kind: "who_said", askedBy: anybody(draft) },
      text: `Who said this in the chat: ${claim}?`,
      ...{ answer: draft.nameOf(author), clues: [clueOf(fact)] },
      ...{ holders: [holder.id], outdated: [], hidden: [] },
    },
  ];
}
