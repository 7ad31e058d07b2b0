import { foldedWords } from "../../../base/fold.ts";
import { FoundTests } from "../found-tests.ts";
import { entityOf, type ResultRow, type ResultView, spoken, textOf, textsOf } from "../reading/what-came-back.ts";
import { type Question, readQuestion, withIds } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { capital, contentWords, correctTypos, otherForm, saysNoun } from "../reading/words.ts";
import { isOfCoverage } from "../reading/words-of-asking.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { UNTESTED } from "./how-to-say-it.ts";
import { listed } from "./what-was-left-open.ts";
import { abstain, type Conclusion, conclude, KINDS, NOT_UNDERSTOOD, sayUnknown } from "./when-to-abstain.ts";
import { allRows, pageSize, perform } from "./whether-to-call.ts";
import { type Anchor, findAnchors, nameOf, sayRivals } from "./which-items-are-meant.ts";
import { cannotCount } from "./which-parts-are-answered.ts";

/** Levels below an item that the tool looks into. */
const ALL_LEVELS = 4;

/** What is counted: a type of the records, of backlog items perhaps one subtype, and how the question's answer calls it. */
interface Counted {
  type: "backlog_item" | "message" | "protocol";
  subtype?: string;
  called: string;
}

/**
 * Answers which items have no test case, by the tool that counts them: of what the part names, or of everything of a type. What the part says
 * besides, and no id, type or name accounts for, is not guessed: then nothing is listed.
 */
export function* answerGaps(
  state: TurnState,
  part: string,
  { question, route }: { question: Question; route: RoutingRow | null },
): Strategy<Conclusion> {
  if (!state.rule("counting")?.includes("trace_coverage") || !state.tools.has("trace_coverage"))
    return cannotCount(question);
  const asked = withIds(readQuestion(part, { later: false }), question.known);
  const counted = yield* countedIn(state, part);
  const anchors = yield* findAnchors(state, asked, { inWords: true, route });
  if (anchors.unknown.length > 0) return abstain(question, sayUnknown(anchors.unknown));
  const rivals = sayRivals(anchors.found);
  if (rivals !== null) return abstain(question, rivals);
  const isCounted = ({ type }: Anchor) => /backlog|message|protocol/.test(type);
  const named = anchors.found.filter(isCounted);
  const open = [...wordsLeft(part, { counted, named }), ...namedBesides(question, { found: anchors.found, named })];
  if (open.length > 0) return abstain(question, `${NOT_UNDERSTOOD}${listed(open)}. ${KINDS}`);
  return yield* countGaps(state, question, { counted, named });
}

/** What the question names and nothing was counted for: a count of everything would answer another question. */
function namedBesides(
  { ids, quoted }: Question,
  { found, named }: { found: readonly Anchor[]; named: readonly Anchor[] },
): string[] {
  const left = found.filter(({ id }) => !named.some((one) => one.id === id)).map(({ called }) => called);
  return named.length === 0 ? [...new Set([...left, ...[...ids, ...quoted].map(({ text }) => text)])] : left;
}

/** The type that the part names; of backlog items the subtype among those that there are. */
function* countedIn(state: TurnState, part: string): Strategy<Counted> {
  const said = correctTypos(part);
  if (/\bmessages?\b/i.test(said)) return { type: "message", called: "message" };
  if (/\bprotocols\b/i.test(said)) return { type: "protocol", called: "protocol" };
  const view = yield* perform(state, "describe_relation", { relation: "canon.backlog_item" });
  const values = textsOf(view.rows.find(({ column }) => column === "subtype")?.values);
  const subtype = values.find((value) => saysNoun(said, spoken(value)) || otherForm(said, spoken(value)) !== "");
  return subtype === undefined
    ? { type: "backlog_item", called: "backlog item" }
    : { type: "backlog_item", subtype, called: spoken(subtype).toLowerCase() };
}

/** Words of asking that say which things are meant, or how many tests are too few: nothing is counted by them. */
const TURNS =
  /\b(?:more|few|than|least|after|before|already|through|via|under|second|first|former|latter|both|also|too|changed?|changes|changing|affected|reworked|customer|design|features?|requirements?|documents?|defects?|specifications?|only|just|except|excluding|exactly|must|level|same|similar|other|others|each other)\b/gi;

/** Words of the part that neither name what is counted, nor where, nor ask. */
function wordsLeft(part: string, { counted, named }: { counted: Counted; named: readonly Anchor[] }): string[] {
  const known = foldedWords(
    [counted.called, ...named.flatMap(({ id, title, called, type }) => [id, title, called, spoken(type)])].join(" "),
  );
  const isKnown = (word: string) =>
    foldedWords(word).every((own) =>
      known.some((other) => other === own || saysNoun(own, other) || otherForm(other, own) !== ""),
    );
  const words = [...contentWords(part), ...(part.match(TURNS) ?? [])];
  return [...new Set(words)].filter((word) => !isKnown(word) && !isOfCoverage(word));
}

function* countGaps(
  state: TurnState,
  question: Question,
  { counted, named }: { counted: Counted; named: readonly Anchor[] },
): Strategy<Conclusion> {
  const { type, subtype } = counted;
  const scope =
    named.length > 0 ? { ids: named.map(({ id }) => id), depth: ALL_LEVELS } : { type, ...(subtype && { subtype }) };
  const args = { ...scope, only_uncovered: named.length === 0, ...pageSize(state, "trace_coverage") };
  const view = yield* perform(state, "trace_coverage", args);
  if (!view.ok) return abstain(question, "the test cases could not be counted, so what has none is not known.");
  const rows = yield* allRows(state, view, ["id", "name", "type", "subtype", "covered"]);
  // Of a long result the end may not have been read: of such a row nothing is said, and that there are more is.
  const isRead = (row: ResultRow) => typeof row.covered === "boolean" && typeof row.type === "string";
  const meant = named.length > 0 ? rows.filter((row) => isRead(row) && isMeant(row, counted, named)) : rows;
  const gaps = named.length > 0 ? meant.filter(({ covered }) => covered === false) : meant;
  const count = {
    ...{ counted, named },
    gaps: named.length > 0 ? gaps.length : view.total,
    all: named.length > 0 ? meant.length : Number(view.facts.items),
    isCut: rows.length < view.total || (named.length > 0 && !rows.every(isRead)),
  };
  return conclude(state, {
    ...{ question, anchors: named, findings: listOf(gaps, view) },
    sentences: [sayGaps(count)],
    nothing: sayNoGaps(count),
  });
}

/** Below a named item everything, where the part names no type of its own; of a protocol its messages. */
function isMeant(row: ResultRow, { type, subtype }: Counted, named: readonly Anchor[]): boolean {
  if (type === "backlog_item" && subtype === undefined) return true;
  const isNamed = named.some(({ id }) => id === row.id);
  return row.type === type && (subtype === undefined || row.subtype === subtype || (isNamed && named.length > 1));
}

interface Count {
  counted: Counted;
  named: readonly Anchor[];
  gaps: number;
  all: number;
  /** More was found than was read. */
  isCut: boolean;
}

function sayGaps({ gaps, all, counted, named, isCut }: Count): string {
  const cut = isCut ? " Not all of them were read." : "";
  return `${capital(within(named))}${gaps} of ${all} ${plural(counted.called, all)}${isCut && named.length > 0 ? " that were read" : ""} ${gaps === 1 ? "has" : "have"} no test case that is linked directly to ${gaps === 1 ? "it" : "them"}.${cut}`;
}

function sayNoGaps({ all, counted, named, isCut }: Count): string {
  if (isCut)
    return `${within(named)}each of the ${all} ${plural(counted.called, all)} that were read has a test case that is linked directly to it; not all were read.`;
  if (all === 0)
    return `${within(named)}the count brought no ${counted.called}, so there was nothing to count test cases of.`;
  return `${within(named)}each of the ${all} ${plural(counted.called, all)} has a test case that is linked directly to it.`;
}

function within(named: readonly Anchor[]): string {
  return named.length > 0 ? `among ${named.map(nameOf).join(" and ")} and what is contained there, ` : "";
}

function plural(noun: string, count: number): string {
  if (count === 1) return noun;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : noun.replace(/(?<![aeiou])y$/, "ie").concat("s");
}

function listOf(rows: readonly ResultRow[], { path }: ResultView): FoundTests {
  return new FoundTests(
    rows.flatMap((row, rank) => {
      const item = entityOf(row);
      const evidence = [{ kind: "record" as const, path, rank, why: UNTESTED }];
      return item ? [{ id: textOf(row.id), title: item.title, evidence }] : [];
    }),
  );
}
