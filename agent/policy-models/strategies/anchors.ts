import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import { isExcluded } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import type { Anchor, Anchors } from "./anchor.ts";
import { findByName, typeBefore } from "./by-name.ts";
import { excludedInWords, namedInWords } from "./named-in-words.ts";
import { resolveIds } from "./resolve-ids.ts";
import { titledItems } from "./titled-items.ts";

/** Finds what the question names: by id, by name in quotation marks, by a whole title, and where `inWords` asks for it, by name in the text. */
export function* findAnchors(
  mind: Mind,
  question: Question,
  { inWords, route }: { inWords: boolean; route: Route | null },
): Thought<Anchors> {
  const byId = yield* resolveIds(mind, question, inWords);
  const byName = yield* resolveNames(mind, question);
  const marked = [...byId.found, ...byName.found];
  const titled = marked.length === 0 ? yield* titledItems(mind, question, route) : [];
  const inTitle = (name: string) => titled.some(({ title }) => title.includes(name));
  const unknown = [...byId.unknown, ...byName.unknown].filter((name) => !inTitle(name));
  const found = [...marked, ...titled];
  const inText = inWords && found.length + unknown.length === 0 ? yield* namedInWords(mind, question) : [];
  const left = inWords && found.length > 0 ? yield* excludedInWords(mind, question, found) : [];
  const all = [...found, ...inText, ...left].sort((a, b) => a.at - b.at);
  return { found: all.filter((anchor, index) => all.findIndex(({ id }) => id === anchor.id) === index), unknown };
}

function* resolveNames(mind: Mind, question: Question): Thought<Anchors> {
  const found: Anchor[] = [];
  const unknown: string[] = [];
  for (const { text: called, at } of question.quoted) {
    const named = yield* findByName(mind, { name: called, type: typeBefore(question.text, at) });
    const place = { at, called, excluded: isExcluded(question, at) };
    if (named.length > 0) found.push(...named.map((entity) => ({ ...entity, ...place })));
    else unknown.push(called);
  }
  return { found, unknown };
}
