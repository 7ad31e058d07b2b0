import { isExcluded, type Question } from "../reading/question.ts";
import type { ResultRow, ResultView } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { nameOf } from "./anchor.ts";
import { openNames } from "./open-names.ts";
import { perform } from "./perform.ts";
import { entityOf, type RowEntity, textOf } from "./rows.ts";
import { searchTools } from "./search-tools.ts";
import { coverage, findPhrase, fold } from "./words.ts";

/** Where a question that names two things is likely to change from one to the other. */
const BETWEEN = /\s(?:and also|as well as|with that of|but (?:not|never)|and|or|&|\+)\s|[;:,]\s?|\n/i;
/** Hits that are looked at for each part of the question. */
const HITS = 10;

/**
 * Messages and protocols that the question calls by a name or an alias without marking it: what is found counts only if
 * one of its names stands in the question. Of namesakes the one whose surroundings the question shares is meant.
 */
export function* namedInWords(state: TurnState, question: Question): Strategy<Anchor[]> {
  if (!state.rule("names")) return [];
  return withoutPlaces(
    yield* inParts(state, question, { known: yield* namedLikeCode(state, question), parts: partsOf(question.text) }),
  );
}

/** The same in the stretches that say what is not wanted, where nothing that is known stands. */
export function* excludedInWords(state: TurnState, question: Question, known: readonly Anchor[]): Strategy<Anchor[]> {
  const open = question.excluded.filter(({ from, to }) => !known.some(({ at }) => at >= from && at < to));
  if (!state.rule("names") || !state.profile.verifies || open.length === 0) return [];
  const parts = open.map(({ from, to }) => question.text.slice(from, to));
  return (yield* inParts(state, question, { known: [], parts })).map((anchor) => ({ ...anchor, excluded: true }));
}

/** A protocol beside a message that carries its name says where the message is, and is nothing by itself. */
function withoutPlaces(anchors: readonly Anchor[]): Anchor[] {
  const messages = anchors.filter(({ type }) => type === "message");
  return anchors.filter(
    ({ type, title }) => type !== "protocol" || !messages.some((message) => findPhrase(message.id, title) >= 0),
  );
}

function* inParts(
  state: TurnState,
  question: Question,
  { known, parts }: { known: readonly Anchor[]; parts: readonly string[] },
): Strategy<Anchor[]> {
  const anchors = [...known];
  // As written first: a name is found by its letters, not by what is like it.
  const tool = searchTools(state, null).at(1) ?? searchTools(state, null)[0];
  for (const part of tool === undefined ? [] : parts) {
    const args = { query: part.slice(0, 900), types: ["message", "protocol"], limit: HITS };
    const anchor = bestNamed(yield* perform(state, tool as string, args), question, part);
    const again = anchor && anchors.some(({ id, called }) => id === anchor.id || called.includes(anchor.called));
    if (anchor && !again) anchors.push(anchor);
  }
  return anchors;
}

/** Words written like a name in code, which a search by words may not take apart: asked for as names. */
function* namedLikeCode(state: TurnState, question: Question): Strategy<Anchor[]> {
  const words = question.words.filter((word) => word.length >= 5 && /[a-z][A-Z]|[A-Z]{2,}[a-z]|\w-\w/.test(word));
  const anchors: Anchor[] = [];
  for (const called of words.slice(0, 3)) {
    const view = yield* perform(state, "find_entities", { type: "message", name_contains: called });
    // A hyphen joins common words, too: then the whole must be a name.
    const named = candidatesIn(view).filter(
      ({ entity }) => !called.includes("-") || fold(entity.title) === fold(called),
    );
    const [best] = named.sort((a, b) => sharedWith(question, b) - sharedWith(question, a));
    if (best) anchors.push(toAnchor(best, { called, question, path: view.path }));
  }
  return anchors;
}

/** How many words of the question stand in what was seen of a record. */
function sharedWith(question: Question, { text }: Candidate): number {
  const around = new Set(fold(text).split(" "));
  return [...new Set(fold(question.text).split(" "))].filter((word) => around.has(word)).length;
}

function partsOf(text: string): string[] {
  const parts = text.split(BETWEEN).filter((part) => fold(part).split(" ").length > 1);
  return parts.length > 1 && parts.length <= 4 ? parts : [text];
}

interface Candidate {
  entity: RowEntity;
  record: ResultRow;
  /** Id, name and what else of it was shown. */
  text: string;
}

function candidatesIn(view: ResultView): Candidate[] {
  return view.rows.flatMap((record) => {
    const entity = entityOf(record);
    return entity ? [{ entity, record, text: `${entity.id} ${entity.title} ${textOf(record.snippet)}` }] : [];
  });
}

/**
 * The record that one of whose names stands in this part of the question. Where the question names a place or a variant
 * that the record does not say, one that says it, and whose name has the same words and more, is what was meant: the
 * asker is told both.
 */
function bestNamed(view: ResultView, question: Question, part: string): Anchor | null {
  const candidates = candidatesIn(view);
  const named = candidates.flatMap((candidate) => {
    const names = [candidate.entity.title, ...aliasesIn(textOf(candidate.record.snippet))];
    const [called] = names.filter((name) => findPhrase(part, name) >= 0).sort((a, b) => b.length - a.length);
    return called === undefined ? [] : [{ ...candidate, called }];
  });
  const [best] = named.sort(
    (a, b) => b.called.length - a.called.length || sharedWith(question, b) - sharedWith(question, a),
  );
  if (!best) return null;
  const { called } = best;
  const open = openNames(question, [best.text]);
  const nearer = open.length > 0 && candidates.find((other) => isNearer(other, called, open));
  if (!nearer) return toAnchor(best, { called, question, path: view.path });
  const note = `"${called}" is the name of ${nameOf(best.entity)}, which does not say ${open.join(", ")}; ${nameOf(nearer.entity)} does and was taken for it.`;
  return { ...toAnchor(nearer, { called, question, path: view.path }), note };
}

/** Its name has all words of that name, and its record says what was left open. */
function isNearer({ entity, text }: Candidate, called: string, open: readonly string[]): boolean {
  return coverage(fold(called).split(" "), entity.title) === 1 && openIn(text, open).length === 0;
}

function openIn(text: string, names: readonly string[]): string[] {
  return names.filter((name) => findPhrase(text, name) < 0);
}

function toAnchor(
  { entity, record }: Candidate,
  { called, question, path }: { called: string; question: Question; path: string | null },
): Anchor {
  const at = Math.max(0, question.text.toLowerCase().indexOf(called.toLowerCase()));
  return { ...entity, at, called, excluded: isExcluded(question, at), record, path };
}

/** Other names, as a message's text lists them at its beginning. */
function aliasesIn(snippet: string): string[] {
  const names = (snippet.split("\n")[0] ?? "").split(/[,;|]/).map((name) => name.trim().replace(/\.$/, ""));
  return names.filter((name) => name.length > 1 && name.length < 60);
}
