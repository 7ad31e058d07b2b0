import type { Mention } from "../reading/mentions.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { PlannedCall, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor, Anchors } from "./anchor.ts";
import { excludedInWords, namedInWords } from "./named-in-words.ts";
import { perform } from "./perform.ts";
import { allRows, entityOf, factList, type RowEntity, textOf } from "./rows.ts";
import { searchTools } from "./search-tools.ts";
import { findPhrase, fold } from "./words.ts";

/** Finds what the question names: by id, by name in quotation marks, by a whole title, and where `inWords` asks for it, by name in the text. */
export function* findAnchors(
  state: TurnState,
  question: Question,
  { inWords, route }: { inWords: boolean; route: RoutingRow | null },
): Strategy<Anchors> {
  const byId = yield* resolveIds(state, question, inWords);
  const byName = yield* resolveNames(state, question);
  const marked = [...byId.found, ...byName.found];
  const titled = marked.length === 0 ? yield* titledItems(state, question, route) : [];
  const inTitle = (name: string) => titled.some(({ title }) => title.includes(name));
  const unknown = [...byId.unknown, ...byName.unknown].filter((name) => !inTitle(name));
  const found = [...marked, ...titled];
  const inText = inWords && found.length + unknown.length === 0 ? yield* namedInWords(state, question) : [];
  const left = inWords && found.length > 0 ? yield* excludedInWords(state, question, found) : [];
  const all = [...found, ...inText, ...left].sort((a, b) => a.at - b.at);
  return { found: all.filter((anchor, index) => all.findIndex(({ id }) => id === anchor.id) === index), unknown };
}

function* resolveNames(state: TurnState, question: Question): Strategy<Anchors> {
  const found: Anchor[] = [];
  const unknown: string[] = [];
  for (const { text: called, at } of question.quoted) {
    const named = yield* findByName(state, { name: called, type: typeBefore(question.text, at) });
    const place = { at, called, excluded: isExcluded(question, at) };
    if (named.length > 0) found.push(...named.map((entity) => ({ ...entity, ...place })));
    else unknown.push(called);
  }
  return { found, unknown };
}

/** Most ids that the look-up takes at once. */
const AT_ONCE = 50;

/**
 * Resolves the ids of a question. Short words with a digit may be ids: they are looked up only where `named` says that an
 * artifact must be meant, and count for nothing when there is no such record.
 */
function* resolveIds(state: TurnState, question: Question, named: boolean): Strategy<Anchors> {
  const certain = question.ids.filter((mention) => mention.certain);
  const mentions = certain.length > 0 || question.quoted.length > 0 || !named ? certain : question.ids;
  const unresolved = { found: mentions.map((mention) => asWritten(mention, question)), unknown: [] };
  if (mentions.length === 0 || !state.rule("ids first") || !state.tools.has("identifier_lookup")) return unresolved;
  const ids = mentions.map((mention) => mention.text).slice(0, AT_ONCE);
  const view = yield* perform(state, "identifier_lookup", { ids });
  if (!view.ok) return unresolved;
  const rows = yield* allRows(state, view, ["asked", "id", "type"]);
  const missing = factList(view, "not_found");
  const found = rows.flatMap((row): Anchor[] => {
    const entity = entityOf(row);
    const mention = mentions.find(({ text }) => text === textOf(row.asked) || text === entity?.id);
    return entity && mention ? [{ ...entity, ...placeOf(mention, question), record: row, path: view.path }] : [];
  });
  return { found, unknown: certain.map((mention) => mention.text).filter((id) => missing.includes(id)) };
}

/** Where no look-up is known, the id is taken for the recorded one. */
function asWritten(mention: Mention, question: Question): Anchor {
  return { id: mention.text, title: "", type: "", ...placeOf(mention, question), record: null, path: null };
}

function placeOf(mention: Mention, question: Question): Pick<Anchor, "at" | "called" | "excluded"> {
  return { at: mention.at, called: mention.text, excluded: isExcluded(question, mention.at) };
}

type Named = Pick<Anchor, "id" | "title" | "type" | "record" | "path">;

/** All that have exactly this name, letter case and separators apart: a similar name is another artifact. */
function* findByName(state: TurnState, { name, type }: { name: string; type: string }): Strategy<Named[]> {
  const calls: PlannedCall[] = [
    { tool: "find_entities", args: { type, name_contains: name.slice(0, 200) } },
    { tool: "hybrid_search", args: { query: name, types: [type], limit: 10 } },
    { tool: "keyword_search", args: { query: `"${name.replaceAll('"', " ")}"`, types: [type], limit: 10 } },
  ];
  const [first, ...others] = calls.filter((call) => state.tools.has(call.tool));
  // Who does not try again takes the first answer for the last.
  for (const call of state.profile.correctsErrors ? [first, ...others] : [first]) {
    if (!call) continue;
    const view = yield* perform(state, call.tool, call.args);
    const named = view.rows.flatMap((row): Named[] => {
      const entity = entityOf(row);
      return entity && fold(entity.title) === fold(name) ? [{ ...entity, record: row, path: view.path }] : [];
    });
    if (named.length > 0) return named;
  }
  return [];
}

/** The kind of artifact that the words before a name say it is. */
function typeBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 40), at).toLowerCase();
  if (/test|the one called|\btc\b/.test(before)) return "test_case";
  if (/message|msg/.test(before)) return "message";
  return /protocol/.test(before) ? "protocol" : "backlog_item";
}

/** Shorter titles stand in a question by chance. */
const FEWEST_WORDS = 3;
const HITS = 20;

/** Backlog items whose whole title stands in the question, unmarked. A similar title is another item. */
function* titledItems(state: TurnState, question: Question, route: RoutingRow | null): Strategy<Anchor[]> {
  const [tool] = searchTools(state, route);
  const said = question.words.length >= FEWEST_WORDS;
  if (!said || !state.rule("names") || !state.profile.verifies || tool === undefined) return [];
  const query = question.text.slice(0, 900);
  const view = yield* perform(state, tool, { query, types: ["backlog_item"], limit: HITS });
  const all = view.rows.flatMap((record): Anchor[] => {
    const entity = entityOf(record);
    if (!entity || !isTitled(question, entity)) return [];
    const at = Math.max(0, question.text.toLowerCase().indexOf(entity.title.toLowerCase()));
    return [{ ...entity, at, called: entity.title, excluded: isExcluded(question, at), record, path: view.path }];
  });
  // A title within a longer one is not meant by itself.
  return all.filter(
    ({ title }) => !all.some((other) => fold(other.title) !== fold(title) && findPhrase(other.title, title) >= 0),
  );
}

function isTitled({ text }: Question, { title }: RowEntity): boolean {
  return fold(title).split(" ").length >= FEWEST_WORDS && findPhrase(text, title) >= 0;
}
