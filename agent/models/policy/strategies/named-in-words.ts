import type { Mind } from "../mind.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { ResultView } from "../reading/result-view.ts";
import type { Thought } from "../thought.ts";
import type { Anchor } from "./anchors.ts";
import { perform } from "./perform.ts";
import { entityOf, type RowEntity, textOf } from "./rows.ts";
import { searchTools } from "./search-tools.ts";
import { findPhrase, fold } from "./words.ts";

/** Where a question that names two things is likely to change from one to the other. */
const BETWEEN = /\s(?:and also|as well as|with that of|but (?:not|never)|and|or|&|\+)\s|[;:,]\s?|\n/i;
/** Hits that are looked at for each part of the question. */
const HITS = 10;

/**
 * Messages and protocols that the question calls by a name or an alias without marking it: what is found counts only if
 * one of its names stands in the question. Of namesakes the one whose surroundings the question shares is meant.
 */
export function* namedInWords(mind: Mind, question: Question): Thought<Anchor[]> {
  if (!mind.rule("names")) return [];
  return withoutPlaces(
    yield* inParts(mind, question, { known: yield* namedLikeCode(mind, question), parts: partsOf(question.text) }),
  );
}

/** The same in the stretches that say what is not wanted, where nothing that is known stands. */
export function* excludedInWords(mind: Mind, question: Question, known: readonly Anchor[]): Thought<Anchor[]> {
  const open = question.excluded.filter(({ from, to }) => !known.some(({ at }) => at >= from && at < to));
  if (!mind.rule("names") || !mind.profile.verifies || open.length === 0) return [];
  const parts = open.map(({ from, to }) => question.text.slice(from, to));
  return (yield* inParts(mind, question, { known: [], parts })).map((anchor) => ({ ...anchor, excluded: true }));
}

/** A protocol beside a message that carries its name says where the message is, and is nothing by itself. */
function withoutPlaces(anchors: readonly Anchor[]): Anchor[] {
  const messages = anchors.filter(({ type }) => type === "message");
  return anchors.filter(
    ({ type, title }) => type !== "protocol" || !messages.some((message) => findPhrase(message.id, title) >= 0),
  );
}

function* inParts(
  mind: Mind,
  question: Question,
  { known, parts }: { known: readonly Anchor[]; parts: readonly string[] },
): Thought<Anchor[]> {
  const anchors = [...known];
  // As written first: a name is found by its letters, not by what is like it.
  const tool = searchTools(mind, null).at(1) ?? searchTools(mind, null)[0];
  for (const part of tool === undefined ? [] : parts) {
    const args = { query: part.slice(0, 900), types: ["message", "protocol"], limit: HITS };
    const anchor = bestNamed(yield* perform(mind, tool as string, args), question, part);
    const again = anchor && anchors.some(({ id, called }) => id === anchor.id || called.includes(anchor.called));
    if (anchor && !again) anchors.push(anchor);
  }
  return anchors;
}

/** Words written like a name in code, which a search by words may not take apart: asked for as names. */
function* namedLikeCode(mind: Mind, question: Question): Thought<Anchor[]> {
  const words = question.words.filter((word) => word.length >= 5 && /[a-z][A-Z]|[A-Z]{2,}[a-z]|\w-\w/.test(word));
  const anchors: Anchor[] = [];
  for (const called of words.slice(0, 3)) {
    const view = yield* perform(mind, "find_entities", { type: "message", name_contains: called });
    // A hyphen joins common words, too: then the whole must be a name.
    const named = view.rows.flatMap((row) => entityOf(row) ?? []);
    const best = closest(
      named.filter(({ title }) => !called.includes("-") || fold(title) === fold(called)),
      question,
    );
    if (best) anchors.push(toAnchor(best, { called, question, path: view.path }));
  }
  return anchors;
}

/** The one whose id and name share most with the question. */
function closest(entities: readonly RowEntity[], question: Question): RowEntity | undefined {
  const asked = new Set(fold(question.text).split(" "));
  const shared = ({ id, title }: RowEntity) =>
    fold(`${id} ${title}`)
      .split(" ")
      .filter((word) => asked.has(word)).length;
  return [...entities].sort((a, b) => shared(b) - shared(a))[0];
}

function partsOf(text: string): string[] {
  const parts = text.split(BETWEEN).filter((part) => fold(part).split(" ").length > 1);
  return parts.length > 1 && parts.length <= 4 ? parts : [text];
}

function bestNamed(view: ResultView, question: Question, part: string): Anchor | null {
  const asked = [...new Set(fold(question.text).split(" "))];
  const candidates = view.rows.flatMap((row) => {
    const entity = entityOf(row);
    if (!entity) return [];
    const names = [entity.title, ...aliasesIn(textOf(row.snippet))].filter((name) => findPhrase(part, name) >= 0);
    const called = names.sort((a, b) => b.length - a.length)[0];
    const around = fold(`${entity.id} ${entity.title} ${textOf(row.snippet)}`).split(" ");
    return called === undefined
      ? []
      : [{ entity, called, shared: asked.filter((word) => around.includes(word)).length }];
  });
  const [best] = candidates.sort((a, b) => b.called.length - a.called.length || b.shared - a.shared);
  return best ? toAnchor(best.entity, { called: best.called, question, path: view.path }) : null;
}

function toAnchor(
  entity: RowEntity,
  { called, question, path }: { called: string; question: Question; path: string | null },
): Anchor {
  const at = Math.max(0, question.text.toLowerCase().indexOf(called.toLowerCase()));
  return { ...entity, at, called, excluded: isExcluded(question, at), record: null, path };
}

/** Other names, as a message's text lists them at its beginning. */
function aliasesIn(snippet: string): string[] {
  const names = (snippet.split("\n")[0] ?? "").split(/[,;|]/).map((name) => name.trim().replace(/\.$/, ""));
  return names.filter((name) => name.length > 1 && name.length < 60);
}
