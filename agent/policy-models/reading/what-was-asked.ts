import { LRUCache } from "lru-cache";
import { findPhrase } from "../../../base/fold.ts";
import { countWords } from "../../../base/words.ts";
import { splitDiff } from "./what-a-diff-says.ts";
import { splitAside } from "./what-else-was-asked.ts";
import { findLeftOut, type TextRange } from "./what-is-left-out.ts";
import { standsAlone } from "./what-stands-alone.ts";
import { hasForm } from "./which-form-it-has.ts";
import { partsOf, type QuestionPart } from "./which-parts-it-has.ts";
import { contentWords, correctTypos } from "./words.ts";

/** A part of a text that names something, as it was written, and where it starts. */
export interface Stretch {
  text: string;
  at: number;
}

/** What a question says, by its words alone. */
export interface Question {
  /** Which test cases are wanted. */
  text: string;
  /** What is asked about them besides; "" for nothing. */
  aside: string;
  /** The text with typing errors in words of asking put right; places differ. */
  corrected: string;
  ids: readonly Stretch[];
  /** Ids that the records were found to have, as they are written here; [] until they were asked. */
  known: readonly string[];
  /** Those and short words with a digit (`R17`, `N2`), which may or may not be ids. */
  possibleIds: readonly Stretch[];
  /** Names in quotation marks. */
  quoted: readonly Stretch[];
  /** Stretches of the text that say what is *not* wanted. */
  excluded: readonly TextRange[];
  /** Stretches that say what the question is about: they set no conditions. */
  told: readonly TextRange[];
  asks: ReadonlySet<Intent>;
  /** A first attempt at it is said to have failed. */
  again: boolean;
  /** Words that carry content, in order, without ids, quotes and words of asking. */
  words: readonly string[];
  /** What stands behind it, after an empty line, and describes what it is about; "" for nothing. */
  described: string;
  /** Files that a patch in it changes; the patch itself is not part of its text. */
  files: readonly string[];
  /** Each of its sentences has a form that rules answer, to the last word. */
  isWhole: boolean;
  /** All of it as it was asked, part by part: what `text` leaves out is answered apart, or named as not understood. */
  parts: readonly QuestionPart[];
}

/** Turns of phrase by which a question says what it wants. General English, nothing of a corpus. */
const INTENTS = {
  /** Says that test cases are sought. A text that does not is itself what they are to be like: a topic, a report, a change. */
  seeks:
    /\b(?:tests|test cases?|testcases?|tcs?|(?:is there an?|any|no|which|what|each|every|other|existing) test|reruns?|(?:do|should|must|can|could) (?:i|we|you)|(?:tell|show|give|get) (?:me|us)|(?:i|we) (?:need|want|have)|please|pls|what exists|look(?:ing)? (?:up|for)|the ones?|others? (?:with|like))\b/i,
  /** What several things have in common. */
  all: /\b(both|common to|in common|overlap|shared (?:by|ones|tests)|(?:that|which) also (?:covers?|verif\w+|tests?|checks?)|as well as|and also|also (?:recorded|on)|too\b|as well\b)/i,
  /** What any of several things has; wins over `all`. */
  any: /\b(either|at least one|any of (?:them|the following)|whichever|or else|one list|two lots|two topics|need both)\b/i,
  /** The first of two, and not the second, though both are named alike. */
  firstOnly:
    /\b(only the (?:former|first)|(?:former|first) (?:but not|only)|not (?:to )?the (?:latter|second)|yes, .* no\b)/i,
  /** About what was found before. */
  followsUp:
    /\b(?:those|these|them|the list above|in that respect|same there|the same holds|also leave|minus|drop the|follow-?up|the (?:former|latter|previous|earlier)|so far)\b/i,
  /** Adds to what was found before instead of narrowing it. */
  adds: /\b(?:add|plus|in addition|one list|for both|changes? as well|changed as well)\b/i,
  /** Everything below or within the named thing, too. */
  within: /\b(?:below|within|underneath|parts?|contains?|includ\w+|incl|children|sub-?items?|any level|everything)\b/i,
  /** What contains the named thing. */
  parent:
    /\b(?:parent|item (?:that |which )?contains|is (?:a )?part of|part of (?:a |something )?(?:larger|bigger)|belongs to something|larger item|bigger thing)\b/i,
  /** One named thing as a part of the other. */
  pair: /\b(?:as (?:a )?part of|under|contained in|within that item|as it is carried by)\b/i,
  /** Others like the named one, not it. */
  others:
    /\b(?:other (?:tests?|test cases?|tcs?)|others|what else|sharing|shares?|same .* as|the same (?:holds|there|in that))\b/i,
  /** Others that hang off the same items. */
  sameItems: /\bbacklog items?\b/i,
  /** How many there are. */
  counts: /\b(?:how many|count|number of)\b/i,
  /** Everything of a kind. */
  every: /\b(?:every|all|each|pull up|inventory)\b/i,
} satisfies Record<string, RegExp>;

type Intent = keyof typeof INTENTS;

/** A later turn with so few words says nothing by itself, unless it asks for something of its own. */
const SHORT_TURN = 14;
/** A remark to whom a sub-task is given, not a part of it. */
const REMARK = /^Note: .*$/m;

/** Questions as they were read: each request brings all of its conversation's again, and each configuration asks the same. */
const READ = new LRUCache<string, Question>({ max: 1000 });

/** Reads a question. `later` is true from the second turn on. */
export function readQuestion(asked: string, { later }: { later: boolean }): Question {
  const key = `${later} ${asked}`;
  const question = READ.get(key) ?? readAnew(asked, { later });
  READ.set(key, question);
  return question;
}

function readAnew(asked: string, options: { later: boolean }): Question {
  const { asked: said, files } = splitDiff(asked.replace(REMARK, "").trim());
  const { question: all, described } = splitDescription(said);
  const parts =
    all === described ? [] : partsOf(all, { seeks: (part) => seeksTests(correctTypos(part)), later: options.later });
  const whole = withoutPartsApart(all, parts);
  const seeks = whole !== described && (options.later || seeksTests(correctTypos(whole)));
  const { main: text, aside } = seeks ? splitAside(whole) : { main: whole, aside: "" };
  const corrected = correctTypos(text);
  const named = findPossibleIds(whole, { known: [], quoted: findQuoted(whole) });
  const alone = standsAlone(correctTypos(whole), named.length);
  const excluded = findLeftOut(text);
  const question = {
    ...{ text, aside, corrected, excluded, quoted: findQuoted(text) },
    told: rangesOf(text, parts, "told"),
    asks: readIntents(text, { corrected, seeks, later: options.later, alone }),
    again: /first attempt/.test(REMARK.exec(asked)?.[0] ?? ""),
    ...{ described, files, parts },
    isWhole: isAnswered(said, { isPatch: files.length > 0, isLater: options.later }),
  };
  return withIds(question, []);
}

/** Begins a paragraph in which the assistant tells what a change touches: the items that it found in there stand in the question. */
const OF_A_CHANGE = /^(?:Changed files|Names in the changed lines|It says now|It said|It says no longer): /;

/** All of it has a form, or asks for the tests of what it describes behind an empty line. */
function isAnswered(text: string, asked: { isPatch: boolean; isLater: boolean }): boolean {
  const [first = "", ...described] = text.split(/\n\s*\n/);
  const names = described.every((paragraph) => OF_A_CHANGE.test(paragraph)) ? namesIn(first) : [];
  const ofDescribed = described.length > 0 && hasForm(first, { names, isPatch: names.length === 0, isLater: false });
  return ofDescribed || hasForm(text, { ...asked, names: namesIn(text) });
}

/** What is marked as a name: certainly an id, or in quotation marks. */
function namesIn(text: string): string[] {
  const quoted = findQuoted(text);
  const ids = findPossibleIds(text, { known: [], quoted }).filter(isCertain);
  return [...ids, ...quoted].map((name) => name.text);
}

/** Where the parts of a kind stand in a text. */
function rangesOf(text: string, parts: readonly QuestionPart[], kind: QuestionPart["kind"]): TextRange[] {
  return parts.flatMap((part) => {
    const from = part.kind === kind ? text.indexOf(part.text) : -1;
    return from < 0 ? [] : [{ from, to: from + part.text.length }];
  });
}

/** A question without the parts that are answered apart or not at all; the question itself where nothing else is asked. */
function withoutPartsApart(text: string, parts: readonly QuestionPart[]): string {
  const apart = parts.filter(({ kind }) => kind === "gaps");
  if (apart.length === 0 || !parts.some(({ kind }) => kind === "tests" || kind === "items")) return text;
  const rest = apart.reduce((left, part) => left.replace(part.text, () => " "), text);
  return rest.replace(/^(?:[,;.]|and\b|\s)+|(?:[,;]|\band\b|\s)+$/gi, "");
}

const seeksTests = (text: string) => INTENTS.seeks.test(text);

/** Says that something changes, not what. */
const OF_CHANGES = /^(?:changes?|changed|matters?|relevant|affected|concerned|run|rerun)$/i;

/** A question, and behind an empty line what it is about. Of one that asks for nothing else ("which tests matter for this change?") the description is all there is. */
function splitDescription(text: string): { question: string; described: string } {
  const [question = "", ...rest] = text.split(/\n\s*\n/);
  const described = rest.join("\n");
  if (described === "" || !INTENTS.seeks.test(question)) return { question: text, described: "" };
  const says = contentWords(question).some((word) => !OF_CHANGES.test(word));
  return { question: says ? question : described, described };
}

/** True of a text that is told to be a description, by the question before it. */
export function isDescription({ text, described }: Question): boolean {
  return text === described;
}

/** A description by itself: whatever is most like it is sought. `without`: ids of what was looked at already. */
export function readDescription({ described }: Question, without: readonly string[]): Question {
  const text = described.replace(/\S+/g, (word) => (without.some((id) => word.includes(id)) ? "" : word));
  const question = readQuestion(text, { later: false });
  return {
    ...question,
    described: question.text,
    asks: new Set([...question.asks].filter((intent) => intent !== "seeks")),
  };
}

/** The question, where these are known to be ids: what has the shape of one counts only beside them. */
export function withIds(
  question: Omit<Question, "ids" | "known" | "possibleIds" | "words">,
  known: readonly string[],
): Question {
  const { text } = question;
  const inQuotes = (id: Stretch) => question.quoted.some((name) => name.text !== id.text && holds(name, id));
  const standing = [...new Set(known)]
    .map((id) => ({ text: id, at: text.indexOf(id) }))
    .filter((id) => id.at >= 0 && !inQuotes(id));
  const quoted = question.quoted.filter((name) => !standing.some((id) => id.text === name.text));
  const possibleIds = findPossibleIds(text, { known: standing, quoted });
  const atPlace = new Set(standing);
  const ids = possibleIds.filter((id) => atPlace.has(id) || isCertain(id));
  const words = contentWords(blankOut(text, [...ids, ...quoted]).replace(/\bas well\b/gi, " "));
  return { ...question, quoted, ids, possibleIds, words, known: standing.map((id) => id.text) };
}

function holds(outer: Stretch, { text, at }: Stretch): boolean {
  return at > outer.at && at + text.length <= outer.at + outer.text.length + 1;
}

/** A text without the turns of phrase by which the question says what it wants. */
export function withoutIntents(text: string, { asks }: Question): string {
  const said = [...asks].reduce((rest, intent) => rest.replace(new RegExp(INTENTS[intent].source, "gi"), " "), text);
  return said.replace(/(?:^|[.!?]\s+|\n)state\b/gi, " ");
}

function readIntents(
  text: string,
  { corrected, seeks, later, alone }: { corrected: string; seeks: boolean; later: boolean; alone: boolean },
): ReadonlySet<Intent> {
  const asks = new Set((Object.keys(INTENTS) as Intent[]).filter((intent) => INTENTS[intent].test(corrected)));
  if (countWords(text) <= SHORT_TURN && !alone) asks.add("followsUp");
  if (!later) asks.delete("followsUp");
  if (seeks) asks.add("seeks");
  else asks.delete("seeks");
  if (asks.has("any")) for (const narrower of ["all", "pair"] as const) asks.delete(narrower);
  if (asks.has("all")) asks.delete("pair");
  return asks;
}

/** True when a place of the text lies in what is excluded. */
export function isExcluded({ excluded }: Question, at: number): boolean {
  return isWithin(excluded, at);
}

/** True when a place lies in a stretch that sets no conditions: of a description none does where a record is named. */
export function setsNothing({ told, ids, quoted }: Question, at: number): boolean {
  const describes = ({ from, to }: TextRange) => [...ids, ...quoted].some((name) => name.at >= from && name.at < to);
  return isWithin(told.filter(describes), at);
}

function isWithin(ranges: readonly TextRange[], at: number): boolean {
  return ranges.some(({ from, to }) => at >= from && at < to);
}

/** The parts of a question that lists several topics, each as a question of its own; the question itself when it has one. */
export function topicsIn(question: Question): Question[] {
  if (!question.asks.has("seeks")) return [question];
  const numbered = question.text.split(/\(\d\)|(?:^|\n)\s*\d[.)]\s/);
  const spoken = question.text.split(/;\s+and also\b|,?\s+or else\b|;\s+(?=tests? )/i);
  const parts = numbered.length > 2 ? numbered.slice(1) : spoken;
  const topics = parts
    .map((part) => withIds(readQuestion(part, { later: false }), question.known))
    .map((part) => ({ ...part, asks: new Set([...part.asks, "seeks" as const]) }))
    .filter((part) => part.words.length > 0);
  return topics.length > 1 ? topics : [question];
}

/** The first place of a phrase in a text, whatever its letter case; its beginning where folding alone finds it. */
export function placeOf(phrase: string, text: string): Stretch {
  return { text: phrase, at: Math.max(0, text.toLowerCase().indexOf(phrase.toLowerCase())) };
}

/** The text with blanks where these stretches stand; what follows keeps its place. */
export function blankOut(text: string, stretches: readonly Stretch[]): string {
  let [rest, done] = ["", 0];
  for (const { text: part, at } of stretches.toSorted((a, b) => a.at - b.at)) {
    const to = Math.min(text.length, at + part.length);
    if (to <= done) continue;
    rest += text.slice(done, Math.max(done, at)) + " ".repeat(to - Math.max(done, at));
    done = to;
  }
  return rest + text.slice(done);
}

/** A capital at the beginning of a sentence says nothing about the word. */
const SENTENCE_START = /(?:^|[.;:?!]\s|\n)\s*["'(]?$/;

/**
 * The words that a question writes like names (`Qt`, `R17`, `HTTP`: a digit, or a capital that begins no sentence) and
 * that none of the texts says. A name is never left out of an answer in silence.
 */
export function openNames(question: Question, texts: readonly string[]): string[] {
  const names = contentWords(question.text).filter((word) => isName(word, question));
  return [...new Set(names)].filter((name) => !texts.some((text) => findPhrase(text, name) >= 0));
}

/** Written like a name. */
export function isName(word: string, { text, words }: Question): boolean {
  if (!words.includes(word)) return false;
  if (/\d/.test(word) || /\S\p{Lu}/u.test(word)) return true;
  return /^\p{Lu}/u.test(word) && !SENTENCE_START.test(text.slice(0, text.indexOf(word)));
}

/**
 * Shapes of ids, whatever the corpus: what a tool generated (a GUID, or long letters behind an underscore, as in ReqIF),
 * words joined by hyphens with a number in the end, a path, a test in a source file, capitals with a number behind a blank,
 * and short words with a digit, which need not be ids. What they mean is for the records to say.
 */
const SHORT = /[A-Za-z]{1,4}\d{1,6}(?![\w/-])/;
const SHAPES: readonly { pattern: RegExp; fits?: (text: string) => boolean }[] = [
  { pattern: /_?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\w-])/ },
  { pattern: /_[A-Za-z0-9][\w-]{9,}/, fits: (text) => /\d/.test(text) },
  {
    pattern:
      /\p{sc=Latin}+(?:[-_][\p{sc=Latin}\d]+)*[-_]\p{sc=Latin}*\d[\p{sc=Latin}\d]*(?:[-_][\p{sc=Latin}\d]+)*(?:\.\d+)*(?![\p{sc=Latin}\w/])/u,
    fits: isNumbered,
  },
  // The same where letters have no case, and a word may follow at once.
  { pattern: /(?<!\p{L})\p{Lo}{1,8}[-_]\d+(?:[-_]\d+)*(?![\w/])/u },
  { pattern: /[A-Za-z][\w.-]*(?::\/|\/[\w.-]+\/)[\w./:{}=*[\]-]*[\w/\]}]/ },
  { pattern: /[A-Za-z]\w*\.[a-z]{1,5}::\w+/ },
  // A kind, a name, a revision: `req~orderly-restart~1`.
  { pattern: /[A-Za-z]+~[\w.-]+~\d+/ },
  // A kind and a name of parts: `rpc:gNMI.Set`.
  { pattern: /[A-Za-z]\w*:[A-Za-z][\w-]*(?:\.[\w-]+)+/ },
  { pattern: /[a-z]\w*\.(?:c|py|ts|js|java|go|rs|sh|yaml|md)(?!\w)/ },
  { pattern: /[A-Z]{2,5}[ ]\d{2,}(?!\w)/ },
  { pattern: SHORT },
];

/** `REQ-7` and `r-00011`, and not `Java-8` or `two-3rds`: a prefix in capitals, or a long number. */
function isNumbered(text: string): boolean {
  return /^\p{Lu}{2,}[-_]/u.test(text) || text.replace(/\D/g, "").length >= 3;
}

/** False for short words with a digit. */
function isCertain({ text }: Stretch): boolean {
  return !new RegExp(`^${SHORT.source}$`).test(text);
}

/** What may be an id in a text, each once, in order; nothing within names in quotation marks or within known ids, which are. */
function findPossibleIds(
  text: string,
  { known, quoted }: { known: readonly Stretch[]; quoted: readonly Stretch[] },
): Stretch[] {
  // By character: questions may hold thousands of ids.
  const taken = new Uint8Array(text.length + 1);
  for (const name of [...known, ...quoted]) taken.fill(1, name.at, name.at + name.text.length + 2);
  const ids: Stretch[] = [...known];
  for (const { pattern, fits } of SHAPES) {
    for (const match of text.matchAll(new RegExp(`(?<![\\p{sc=Latin}\\w/:.-])${pattern.source}`, "gu"))) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (fits && !fits(match[0])) continue;
      if (taken.subarray(from, to).includes(1)) continue;
      taken.fill(1, from, to);
      ids.push({ text: match[0], at: from });
    }
  }
  ids.sort((a, b) => a.at - b.at);
  const seen = new Set<string>();
  return ids.filter((id) => !seen.has(id.text) && seen.add(id.text));
}

function findQuoted(text: string): Stretch[] {
  return [...text.matchAll(/["“]([^"”\n]{2,200})["”]/g)].map((match) => ({ text: match[1] ?? "", at: match.index }));
}
