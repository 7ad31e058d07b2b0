import { findPhrase, fold, foldedWords } from "../../../base/fold.ts";
import {
  entityOf,
  type ResultRow,
  type ResultView,
  type RowEntity,
  textOf,
  textsOf,
} from "../reading/what-came-back.ts";
import { isExcluded, openNames, placeOf, type Question, type Stretch } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { coverage, quote } from "../reading/words.ts";
import type { PlannedCall, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { allRows, perform } from "./whether-to-call.ts";
import { readIds } from "./which-ids-stand-in-it.ts";
import { quotedItems } from "./which-items-are-quoted.ts";
import { searchTools } from "./which-tools-first.ts";

/** A recorded artifact that the question names. */
export interface Anchor extends RowEntity {
  /** Where it is named, and how. */
  at: number;
  called: string;
  excluded: boolean;
  /** Its record, when it was read. */
  record: ResultRow | null;
  /** Stored result that shows it. */
  path: string | null;
  /** What its name could mean as well: then it is not taken for what is meant. */
  rivals?: readonly string[];
  /** What the asker is told about how the question was understood. */
  note?: string;
}

export interface Anchors {
  found: readonly Anchor[];
  /** Ids and names for which there is no record. */
  unknown: readonly string[];
}

/** `REQ-201 (Orderly restart)`. */
export function nameOf({ id, title }: Pick<Anchor, "id" | "title">): string {
  return title ? `${id} (${title})` : id;
}

/** What names of the question could mean, of those that could mean more than one thing; null without any. */
export function sayRivals(anchors: readonly Anchor[]): string | null {
  const said = anchors.flatMap(({ called, rivals = [], ...own }) =>
    rivals.length > 0 ? `${quote(called)} could be ${[nameOf(own), ...rivals].join(" or ")}` : [],
  );
  return said.length > 0 ? `which is meant is not known: ${said.join("; ")}. An id says it.` : null;
}

/** Finds what the question names: by id, by name in quotation marks, by a quote, and where `inWords` asks for it, by name in the text. */
export function* findAnchors(
  state: TurnState,
  question: Question,
  { inWords, route }: { inWords: boolean; route: RoutingRow | null },
): Strategy<Anchors> {
  const byId = yield* titledSo(state, question, yield* resolveIds(state, question, inWords));
  const byName = yield* resolveNames(state, question);
  const marked = [...byId.found, ...byName.found];
  const quoted = marked.length === 0 ? yield* quotedItems(state, question, route) : [];
  const inQuote = (name: string) => quoted.some(({ called }) => called.includes(name));
  const unknown = [...byId.unknown, ...byName.unknown].filter((name) => !inQuote(name));
  const found = [...marked, ...quoted];
  const inText = inWords && found.length + unknown.length === 0 ? yield* namedInWords(state, question) : [];
  const left = inWords && found.length > 0 ? yield* excludedInWords(state, question, found) : [];
  const all = [...found, ...inText, ...left].sort((a, b) => a.at - b.at);
  return { found: all.filter((anchor, index) => all.findIndex(({ id }) => id === anchor.id) === index), unknown };
}

/**
 * Resolves the ids of a question. Short words with a digit may be ids: they are looked up only where `named` says that an
 * artifact must be meant, and count for nothing when there is no such record. Where no look-up is known, an id is taken for
 * the recorded one.
 */
function* resolveIds(state: TurnState, question: Question, named: boolean): Strategy<Anchors> {
  const possible = named && question.ids.length + question.quoted.length === 0;
  const asked = possible ? question.possibleIds : question.ids;
  const asWritten = { rows: asked.map(({ text }) => ({ id: text })), path: null };
  const placeOfId = firstOf(asked);
  const place = ({ id }: RowEntity, { asked: written }: ResultRow) => placeOfId([textOf(written), id]);
  const found = anchorsIn(question, asWritten, place).map((anchor) => ({ ...anchor, record: null }));
  if (asked.length === 0 || !state.rule("ids first")) return { found, unknown: [] };
  const view = yield* readIds(state, question, asked);
  if (!view.ok) return { found, unknown: [] };
  const rows = yield* allRows(state, view, ["asked", "id", "type"]);
  const missing = textsOf(view.facts.not_found);
  return {
    found: anchorsIn(question, { rows, path: view.path }, place),
    unknown: question.ids.map(({ text }) => text).filter((id) => missing.includes(id)),
  };
}

/** Ids without a record that are looked for in titles. */
const MOST_TITLES = 3;

/** What is no id may be a number that titles begin with (`RT-1.3: Route propagation`): the one test case, else the one record, whose title does is meant. */
function* titledSo(state: TurnState, question: Question, { found, unknown }: Anchors): Strategy<Anchors> {
  const named: Anchor[] = [];
  for (const name of unknown.slice(0, MOST_TITLES)) {
    const place = question.ids.find(({ text }) => text === name);
    const query = `"${name.replaceAll('"', " ")}"`;
    const view = yield* perform(state, "keyword_search", { query, limit: 20 });
    const begins = ({ title }: RowEntity) => title.startsWith(name) && /^[:\s]/.test(title.slice(name.length));
    const titled = place ? anchorsIn(question, view, (entity) => (begins(entity) ? place : undefined)) : [];
    const tests = titled.filter(({ type }) => type === "test_case");
    named.push(...([tests, titled].find(({ length }) => length === 1) ?? []));
  }
  const names = named.map(({ called }) => called);
  return { found: [...found, ...named], unknown: unknown.filter((name) => !names.includes(name)) };
}

/** The first of the stretches that is written like one of these. */
function firstOf(stretches: readonly Stretch[]): (written: readonly string[]) => Stretch | undefined {
  const places = new Map(stretches.map(({ text }, index) => [text, index] as const).reverse());
  return (written) => stretches[Math.min(...written.map((text) => places.get(text) ?? stretches.length))];
}

/** What the rows of a result are about, where the question has a place for it. */
function anchorsIn(
  question: Question,
  { rows, path }: Pick<ResultView, "rows" | "path">,
  placeFor: (entity: RowEntity, record: ResultRow) => Stretch | undefined,
): Anchor[] {
  return rows.flatMap((record) => {
    const entity = entityOf(record);
    const place = entity && placeFor(entity, record);
    if (!place) return [];
    const { at, text: called } = place;
    return [{ ...entity, at, called, excluded: isExcluded(question, at), record, path }];
  });
}

function* resolveNames(state: TurnState, question: Question): Strategy<Anchors> {
  const found: Anchor[] = [];
  const unknown: string[] = [];
  for (const name of question.quoted) {
    const named = yield* findByName(state, question, name);
    found.push(...named);
    if (named.length === 0) unknown.push(name.text);
  }
  return { found, unknown };
}

/** A quotation of fewer words may stand in a text by chance. */
const QUOTATION_WORDS = 4;

/**
 * All that have exactly this name, letter case and separators apart: a similar name is another artifact. Where none has it, the
 * one record whose text says these words, in a row: who quotes a text means what says it.
 */
function* findByName(state: TurnState, question: Question, name: Stretch): Strategy<Anchor[]> {
  const said = typeBefore(question.text, name.at);
  const type = said ?? "backlog_item";
  const inTexts = `"${name.text.replaceAll('"', " ")}"`;
  const calls: PlannedCall[] = [
    { tool: "find_entities", args: { type, name_contains: name.text.slice(0, 200) } },
    { tool: "hybrid_search", args: { query: name.text, types: [type], limit: 10 } },
    // A corpus has nouns of its own for what its artifacts are.
    { tool: "keyword_search", args: { query: inTexts, ...(said ? { types: [type] } : {}), limit: 10 } },
  ];
  const usable = calls.filter((call) => state.tools.has(call.tool));
  const isQuotation = foldedWords(name.text).length >= QUOTATION_WORDS;
  // Who does not try again takes the first answer for the last.
  for (const { tool, args } of state.profile.correctsErrors ? usable : usable.slice(0, 1)) {
    const view = yield* perform(state, tool, args);
    const named = anchorsIn(question, view, ({ title }) => (fold(title) === fold(name.text) ? name : undefined));
    if (named.length > 0) return named;
    const saying = view.rows.filter((row) => args.query === inTexts && entityOf(row)?.type === type);
    if (isQuotation && saying.length === 1) return anchorsIn(question, { ...view, rows: saying }, () => name);
  }
  return [];
}

/** What may stand between a noun and the name of what it means. */
const LINKING = /^(?:called|named|titled|entitled|with|name|title|is|the|an?|like|as|to|similar|than|resembling)$/;
const KINDS: readonly { noun: RegExp; type: string }[] = [
  { noun: /^(?:tests?|testcases?|cases?|tcs?)$/, type: "test_case" },
  { noun: /^(?:messages?|msgs?)$/, type: "message" },
  { noun: /^protocols?$/, type: "protocol" },
];

/** How far before a name its noun is looked for, in characters: a question may quote thousands of names. */
const NOUN_WITHIN = 1000;

/** The kind of artifact that a name has by the noun before it, in the words of the roles; `one` stands for the noun before that. */
function typeBefore(text: string, at: number): string | undefined {
  const words = foldedWords(text.slice(Math.max(0, at - NOUN_WITHIN), at));
  const kindOf = (word: string) => KINDS.find(({ noun }) => noun.test(word))?.type;
  const noun = words.findLast((word) => !LINKING.test(word)) ?? "";
  return /^ones?$/.test(noun) ? words.map(kindOf).findLast((kind) => kind !== undefined) : kindOf(noun);
}

/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 900;

/** Where a question that names two things is likely to change from one to the other. */
const BETWEEN = /\s(?:and also|as well as|with that of|but (?:not|never)|and|or|&|\+)\s|[;:,]\s?|\n/i;

/**
 * Messages and protocols that the question calls by a name or an alias without marking it: what is found counts only if
 * one of its names stands in the question. Of namesakes the one whose surroundings the question shares is meant.
 */
export function* namedInWords(state: TurnState, question: Question): Strategy<Anchor[]> {
  if (!state.rule("names")) return [];
  const several = question.text.split(BETWEEN).filter((part) => foldedWords(part).length > 1);
  const parts = several.length > 1 && several.length <= 4 ? several : [question.text];
  const anchors = yield* inParts(state, question, { known: yield* namedLikeCode(state, question), parts });
  // A protocol beside a message that carries its name says where the message is, and is nothing by itself.
  const messages = anchors.filter(({ type }) => type === "message");
  return anchors.filter(
    ({ type, title }) => type !== "protocol" || !messages.some(({ id }) => findPhrase(id, title) >= 0),
  );
}

/** The same in the stretches that say what is not wanted, where nothing that is known stands. */
function* excludedInWords(state: TurnState, question: Question, known: readonly Anchor[]): Strategy<Anchor[]> {
  const open = question.excluded.filter(({ from, to }) => !known.some(({ at }) => at >= from && at < to));
  if (!state.rule("names") || !state.profile.verifies || open.length === 0) return [];
  const parts = open.map(({ from, to }) => question.text.slice(from, to));
  return (yield* inParts(state, question, { known: [], parts })).map((anchor) => ({ ...anchor, excluded: true }));
}

function* inParts(
  state: TurnState,
  question: Question,
  { known, parts }: { known: readonly Anchor[]; parts: readonly string[] },
): Strategy<Anchor[]> {
  const anchors = [...known];
  // As written first: a name is found by its letters, not by what is like it.
  const [plainest = "", tool = plainest] = searchTools(state, null);
  for (const part of parts) {
    const args = { query: part.slice(0, LONGEST_QUERY), types: ["message", "protocol"], limit: 10 };
    const anchor = bestNamed(yield* perform(state, tool, args), question, part);
    const again = anchor && anchors.some(({ id, called }) => id === anchor.id || called.includes(anchor.called));
    if (anchor && !again) anchors.push(anchor);
  }
  return anchors;
}

/** Words written like a name in code, which a search by words may not take apart: asked for as names. */
function* namedLikeCode(state: TurnState, question: Question): Strategy<Anchor[]> {
  const words = question.words.filter((word) => word.length >= 5 && /[a-z][A-Z]|[A-Z]{2,}[a-z]|\w-\w/.test(word));
  const anchors: Anchor[] = [];
  for (const word of words.slice(0, 3)) {
    const view = yield* perform(state, "find_entities", { type: "message", name_contains: word });
    // A hyphen joins common words, too: then the whole must be a name.
    const isMeant = ({ title }: RowEntity) => !word.includes("-") || fold(title) === fold(word);
    const named = anchorsIn(question, view, (entity) => (isMeant(entity) ? placeOf(word, question.text) : undefined));
    anchors.push(...named.sort((a, b) => sharedWith(question, b) - sharedWith(question, a)).slice(0, 1));
  }
  return anchors;
}

/**
 * The record that one of whose names stands in this part of the question. Where the question names a place or a variant
 * that the record does not say, one that says it, and whose name has the same words and more, is what was meant: the
 * asker is told both.
 */
function bestNamed(view: ResultView, question: Question, part: string): Anchor | null {
  const named = anchorsIn(question, view, ({ title }, { snippet }) => {
    const names = [title, ...aliasesIn(textOf(snippet))].filter((name) => findPhrase(part, name) >= 0);
    const [longest] = names.sort((a, b) => b.length - a.length);
    return longest === undefined ? undefined : placeOf(longest, question.text);
  });
  const [best] = named.sort(
    (a, b) => b.called.length - a.called.length || sharedWith(question, b) - sharedWith(question, a),
  );
  if (!best) return null;
  const isAlike = (other: Anchor) =>
    other.called.length === best.called.length && sharedWith(question, other) === sharedWith(question, best);
  const rivals = named.filter((other) => other.id !== best.id && isAlike(other)).map(nameOf);
  const open = openNames(question, [shownOf(best)]);
  // Its name has all words of that name, and its record says what was left open.
  const nearer = anchorsIn(question, view, () => ({ text: best.called, at: best.at })).find(
    (other) =>
      open.every((name) => findPhrase(shownOf(other), name) >= 0) &&
      coverage(foldedWords(best.called), other.title) === 1,
  );
  if (open.length === 0 || !nearer) return { ...best, rivals };
  const note = `"${best.called}" is a name of ${nameOf(best)}, of which nothing that was read says ${open.join(", ")}; ${nameOf(nearer)} says it and was taken for what is meant.`;
  return { ...nearer, note };
}

/** How many words of the question stand in what was seen of a record. */
function sharedWith(question: Question, anchor: Anchor): number {
  const around = new Set(foldedWords(shownOf(anchor)));
  return [...new Set(foldedWords(question.text))].filter((word) => around.has(word)).length;
}

/** Id, name and what else of it was shown. */
function shownOf({ id, title, record }: Anchor): string {
  return `${id} ${title} ${textOf(record?.snippet)}`;
}

/** Other names, as a message's text lists them at its beginning. */
function aliasesIn(snippet: string): string[] {
  const names = (snippet.split("\n")[0] ?? "").split(/[,;|]/).map((name) => name.trim().replace(/\.$/, ""));
  return names.filter((name) => name.length > 1 && name.length < 60);
}
