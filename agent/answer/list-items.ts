import type { IdReader } from "../../base/ids/id-reader.ts";
import type { FoundId } from "../../base/ids/known-ids.ts";
import { leadingCodeSpan } from "./code-span.ts";

/** An item of a list that begins with an id. */
export interface ListItem {
  id: string;
  line: string;
}

/**
 * The items of a ranked list, best first, in any form in which lists are written: numbered, with bullets, rows of a table, a heading an item;
 * the id in backticks, bold, as a link or bare, several with commas between. All have the form of the first one and are indented no deeper:
 * what stands beneath an item says something of it, unless a record that is no test heads a group of tests. A line that begins with
 * something else is no item, nor is one that rejects its id at once. Ids are written as the corpus does, where `ids` knows them.
 */
export function listItems(lines: readonly string[], ids?: IdReader): ListItem[] {
  const reads = lines.flatMap((line) => readItem(line, ids) ?? []);
  const items = (ids && membersOfGroups(reads, ids)) ?? reads;
  const first = items[0];
  return items.flatMap((read) => {
    if (read.form !== first!.form || read.indent > first!.indent + 1) return [];
    return REJECTS.test(read.rest) ? [] : read.ids.map((id) => ({ id, line: read.line }));
  });
}

/** Where a record that is no test stands over tests, or in front of them in one line: the tests alone. */
function membersOfGroups(reads: readonly Read[], ids: IdReader): Read[] | undefined {
  const isOfTests = (read: Read) => read.ids.some(ids.isTest);
  const members = reads.map((read) => (isOfTests(read) ? read : testsBehind(read, ids)));
  const isHead = (read: Read, at: number) => {
    const next = reads[at + 1];
    return !isOfTests(read) && (members[at] !== undefined || (next && isOfTests(next) && isBeneath(next, read)));
  };
  return reads.some(isHead) ? members.filter((read) => read !== undefined) : undefined;
}

function isBeneath(item: Read, head: Read): boolean {
  return item.indent > head.indent + 1 || (item.form !== head.form && item.indent >= head.indent);
}

/** What stands between a record and its tests: its title in brackets, then a sign. */
const LEADS =
  /^[\s`*_)\]]*(?:\([^()]{1,150}\)[\s*_]*)?(?:[:|(→]|[-=]>|(?:[–—-] )?(?:covered|tested|verified) by\b)[\s*_]*/u;

function testsBehind(read: Read, ids: IdReader): Read | undefined {
  const lead = LEADS.exec(read.rest)?.[0];
  const behind = lead === undefined ? undefined : leadingIds(read.rest.slice(lead.length), ids);
  return behind?.ids.every(ids.isTest) ? { ...read, ...behind } : undefined;
}

/** The same for a list whose items may differ in form. */
export function idsOfItems(lines: readonly string[], ids?: IdReader): string[] {
  return lines.flatMap((line) => readItem(line, ids)?.ids ?? []);
}

/** Whether a line is an item of a list that begins with what looks like an id. */
export function isItem(line: string): boolean {
  return readItem(line, undefined) !== undefined;
}

/** Of a list whose order is said by numbers, as it is asked for. */
export function isNumbered(line: string): boolean {
  return NUMBERED.test(line);
}

/** What stands behind the id of an item that is none. */
const REJECTS =
  /^[\s`*_)\]:|–—-]*(?:❌|🚫|⛔|(?:skip|skipped|excluded|rejected|do not run|don't run|not (?:recommended|needed|required|relevant|affected))\b)/iu;

type Form = "number" | "bullet" | "row" | "heading" | "line";

interface Ids {
  ids: string[];
  /** What follows them. */
  rest: string;
}

interface Read extends Ids {
  line: string;
  form: Form;
  indent: number;
}

/** Longer numbers are none of a list. */
const NUMBER =
  "(?:\\*\\*|__)?(?:[(（]?\\d{1,6}[.)）、．](?!\\d)|[①-⑳]|[a-z][.)](?=[ \\t])|\\d{1,3}(?:[ \\t]*[–—:]| -)(?=[ \\t]))(?:\\*\\*|__)?[ \\t]*";
const NUMBERED = new RegExp(`^[ \\t]*${NUMBER}`);
const FORMS: readonly { form: Form; start: RegExp }[] = [
  { form: "number", start: NUMBERED },
  { form: "bullet", start: /^[ \t]*[-*+•◦▪‣●○■→➤►–—][ \t]/ },
  { form: "heading", start: new RegExp(`^#{1,6}[ \\t]+(?:${NUMBER})?`) },
];

function readItem(line: string, ids: IdReader | undefined): Read | undefined {
  const indent = /^[ \t]*/.exec(line)![0].length;
  if (line[indent] === "|") return asItem({ line, form: "row", indent }, rowIds(line, ids));
  for (const { form, start } of FORMS) {
    const mark = start.exec(line)?.[0];
    if (mark === undefined) continue;
    const text = line.slice(mark.length);
    const item = asItem(
      { line, form, indent },
      leadingIds(text, ids) ?? (form === "bullet" ? undefined : titledId(text, ids)),
    );
    if (item) return item;
  }
  const bare = leadingIds(line, ids);
  const form = bare && (ALONE.test(bare.rest) ? "line" : CELL.test(bare.rest) ? "row" : undefined);
  return form && asItem({ line, form, indent }, bare);
}

/** A line of nothing but ids, and a row that no bar begins. */
const ALONE = /^[\s`*_)\],;]*$/;
const CELL = /^[`*_)\]]*[ \t]*\|/;

function asItem(place: Omit<Read, keyof Ids>, read: Ids | undefined): Read | undefined {
  return read && { ...place, ...read };
}

const TITLED = /^[^()]{1,150}\([ \t]*`*([^()`]{1,100})`*[ \t]*\)/;
/** A title that asks for what is not there. */
const ASKS = /\b(?:no|not|without|missing|write|create|add)\b/i;

/** The one known id of an item, in brackets behind its title. */
function titledId(text: string, ids: IdReader | undefined): Ids | undefined {
  const [title, inBrackets = ""] = TITLED.exec(text) ?? [];
  if (title === undefined || !ids || ASKS.test(title) || ids.idsIn(text.slice(0, LONGEST)).size !== 1) return undefined;
  const id = ids.named(inBrackets);
  return ids.isKnown(id) ? { ids: [id], rest: text.slice(title.length) } : undefined;
}

/** Of the first cell, or of the next where the first one has none: it may count the rows, or say how urgent each is. */
function rowIds(line: string, ids: IdReader | undefined): Ids | undefined {
  const cells = line.slice(line.indexOf("|") + 1).trimStart();
  const end = cells.indexOf("|");
  const next = end < 0 ? "" : cells.slice(end + 1).trimStart();
  return (/^\d{1,2}[ \t]*(?:\||$)/.test(cells) ? undefined : leadingIds(cells, ids)) ?? leadingIds(next, ids);
}

const BETWEEN = /^[`*_)\]]*[ \t]*(?:[,;/&+、，]|\b(?:and|und|et)\b)[ \t]*(?=[`*_([\p{L}\p{N}])/iu;

function leadingIds(written: string, ids: IdReader | undefined): Ids | undefined {
  const found: string[] = [];
  const knownAt = ids && knownIdsOf(written, ids);
  let rest = written;
  for (let next = leadingId(rest, ids, knownAt); next !== undefined; next = leadingId(rest, ids, knownAt)) {
    found.push(next.id);
    rest = rest.slice(next.end);
    const between = BETWEEN.exec(rest)?.[0];
    if (between === undefined) break;
    rest = rest.slice(between.length);
  }
  return found.length > 0 ? { ids: found, rest } : undefined;
}

type KnownAt = (rest: string) => FoundId | undefined;

/** The known id with which the rest of a text begins. A window after the other is read: one for each of many ids would take long. */
function knownIdsOf(written: string, ids: IdReader): KnownAt {
  let end = 0;
  let known = new Map<number, FoundId>();
  return (rest) => {
    const at = written.length - rest.length;
    if (at + LONGEST > end && (end === 0 || end < written.length)) {
      end = at + (end === 0 ? 1 : 4) * LONGEST;
      const found = ids.find(written.slice(at, end));
      known = new Map([...found].reverse().map((one) => [at + one.at, one]));
    }
    return known.get(at);
  };
}

const EMPHASIS = "(?:\\*\\*|__|[*_[(\"'“«]|<(?:b|strong|i|em|code)>|<(?=[^<>\\s]*>))*";
/** What stands before an id and is none of it: a box to tick or a picture, how urgent it is, the label of a source, what it is the id of, emphasis, the bracket of a link. */
const BEFORE = new RegExp(
  [
    "^[ \\t]*(?:\\[[ xX]\\][ \\t]+|(?![❌🚫⛔✖✗✘])\\p{So}\\ufe0f?[ \\t]+)?",
    "(?:(?:\\*\\*)?(?:\\[?p[0-4]\\]?|high|medium|low|critical|run|execute)(?:\\*\\*)?(?:[ \\t]*[:–—-])?(?:\\*\\*)?[ \\t]+)?",
    `(?:\\[S\\d+\\][ \\t]*)?${EMPHASIS}(?:(?:test(?:[ -]?case)?|case|id)s?\\b[:#]?(?:\\*\\*|__)?:?[ \\t]+${EMPHASIS})?#?`,
  ].join(""),
  "iu",
);
/** Without a corpus, and where no backticks mark it, an id has letters, a sign and a digit behind it: `TC-12`, `spec/4.1`, and no `2FA` or `re-run`. */
const BARE = /^\p{L}[\p{L}\p{N}]*[\p{Pd}_.:/#][\p{L}\p{N}\p{Pd}_.:/#]*/u;
/** A word that may be an id of figures. */
const FIGURES = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*/u;
/** Characters within which an id at the beginning ends. */
const LONGEST = 300;

/** The id with which a text begins, and where it ends there. */
function leadingId(
  written: string,
  ids: IdReader | undefined,
  knownAt: KnownAt | undefined,
): { id: string; end: number } | undefined {
  const before = BEFORE.exec(written)![0];
  const whole = written.slice(before.length);
  const text = whole.slice(0, LONGEST);
  const at = (id: string, length: number) => ({ id, end: before.length + length });
  if (text.startsWith("`")) {
    const span = leadingCodeSpan(whole);
    if (!span) return undefined;
    // In the brackets with which the form that is asked for says where an id stands, too.
    const said = /^<([^<>]*)>$/.exec(span)?.[1] ?? span;
    const id = ids ? ids.named(said) : said;
    // Of a corpus' ids; else a command.
    return ids && id === said && /\s/.test(said) && !ids.isId(said)
      ? undefined
      : at(id, whole.indexOf(span) + span.length);
  }
  // An underscore that ends emphasis is no part of an id.
  const start = before.endsWith("_") ? text.split(/_{1,2}(?=[^\p{L}\p{N}_]|$)/u, 1)[0]! : text;
  if (ids && knownAt) {
    const known = start === text ? knownAt(whole) : ids.find(start).find((one) => one.at === 0);
    if (known) return at(known.id, known.text.length);
    const word = FIGURES.exec(start)?.[0].replace(/[._/-]+$/, "") ?? "";
    return /\p{N}/u.test(word) && ids.isKnown(word) ? at(word, word.length) : undefined;
  }
  const bare = BARE.exec(start)?.[0].replace(/[\p{Pd}_.:/#]+$/u, "") ?? "";
  return /[\p{Pd}_.:/#].*\p{N}/u.test(bare) ? at(bare, bare.length) : undefined;
}
