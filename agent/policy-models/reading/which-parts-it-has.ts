import { asksForNone } from "./what-is-denied.ts";
import { correctTypos } from "./words.ts";
import { asksForItems, beginsByAsking, saysThatNothingTests } from "./words-of-asking.ts";

/**
 * How a stand-in takes a part of a question: test cases are sought, items without tests are, items are, something that no rule
 * of it answers is, or nothing is asked and the part says what the rest is about.
 */
type PartKind = "tests" | "gaps" | "items" | "unknown" | "told";

export interface QuestionPart {
  text: string;
  kind: PartKind;
}

/** A sentence ends, or a clause that asks for itself begins. */
const BOUNDARY =
  /(?<=[.?!])\s+|\n+|;\s+|,?\s+(?:and|but)\s+(?=(?:who|whose|why|when (?:was|were|did|is|are|will)|how (?!many\b|much\b)|what (?:has |have |is |was )?(?:changed|new)|(?:which|what) (?:tests?|test cases?)\b|(?:which|what)\b[^,;.?]*\b(?:no|not|without|lacks?|missing|un(?:tested|covered))\b)(?!\p{L}))/giu;

/** Begins a clause that no rule answers, whatever else it names: people, reasons, times, ways, what happened, and what is to be made. */
const BEYOND_RULES: readonly RegExp[] = [
  /^(?:who|whose|whom|why)\b/i,
  /^when (?:was|were|did|is|are|will|do|does|has|have|should|can)\b/i,
  /^how (?!many\b|much\b)/i,
  /^what(?:'s| is| has| have| was| were| will)? (?:the )?(?:been )?(?:chang(?:ed|es)|new|different|differences?|happened|happens|broke|regressed)\b/i,
  /^(?:write|create|generate|draft)\b(?!.*\b(?:list|table|overview|selection)\b)/i,
  /^(?:explain|estimate|predict|translate|summari[sz]e|prioriti[sz]e|schedule|assign|fix|rename)\b/i,
];
/** What executions came to, which the records that the rules look into do not say. */
const OF_HISTORY =
  /\b(?:yesterday|last night|recently|(?:last|latest|previous|most recent) (?:runs?|executions?|builds?|night|week|month|quarter|sprint|nightly))\b/i;
/** Which of several has more: of things that are named each one's count answers it, of others nothing does. */
const COMPARES =
  /\b(?:more|fewer|less)\b[^.?!]*\bthan\b|\b(?:has|have|had|gets?|cover(?:s|ed)?|tested by|changed|is|are there)\b[^.?!]{0,40}\b(?<!\bat )(?:more|fewer|most|fewest|least)\b(?! than)/i;
/** A way in which something is tested is told by its tests. */
const BY_TESTS =
  /^how (?:is|are|was|were|do|does|did|can|should|could)\b.*\b(?:test|verif|cover|check|exercis|validat)/i;

/** What of the records lacks tests: said of items, whether all are covered, or by the name of the thing. */
const OF_ALL =
  /^(?:is|are|has|have|do|does)\b.*\b(?:all|every|each|any) (?!(?:of (?:our|the|your|these|those|my) )?(?:tests?|test cases?|tcs?)\b).*\b(?:tests?|tested|covered|coverage|verified)\b/i;
const GAPS =
  /\b(?:(?:test|coverage|testing)[ -](?:gaps?|holes?)|gaps? in (?:the |our )?(?:tests?|coverage|test coverage))\b/i;
const MISSING =
  /\bmissing (?:tests?|test cases?)\b|\b(?:tests?|test cases?) (?:(?:is|are|do we|that are) )?(?:still )?(?:missing|lacking)\b/i;
/** A word with a digit, as ids are. */
const NAME = /(?<!\S)\S*\p{L}\S*\d\S*/gu;
const LEADS = /^(?:(?:and|but|or|so|then|also|ok|okay|please|pls|hi|hey|hello|now|well)[\s,]+)+/i;

/** A question's parts, in order. `seeks` says whether a clause asks for test cases; `later` is true from the second turn on. */
export function partsOf(
  text: string,
  { seeks, later }: { seeks: (clause: string) => boolean; later: boolean },
): QuestionPart[] {
  return text
    .split(BOUNDARY)
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => ({ text: part.trim(), kind: kindOf(part.trim(), { seeks, later }) }));
}

function kindOf(part: string, { seeks, later }: { seeks: (clause: string) => boolean; later: boolean }): PartKind {
  const said = correctTypos(part).replace(LEADS, "");
  const [asks, forTests] = [beginsByAsking(said), seeks(part)];
  if (BEYOND_RULES.some((way) => way.test(said)) && !BY_TESTS.test(said)) return "unknown";
  if ((asks || forTests) && OF_HISTORY.test(said)) return "unknown";
  if (!later && asksForGaps(said, forTests)) return "gaps";
  if ((asks || forTests) && !later && (asksForNone(said) || comparesUnnamed(said))) return "unknown";
  if (forTests || BY_TESTS.test(said)) return "tests";
  return later || !asks ? "told" : "items";
}

/** True where one is asked to say which of several has more. */
export function compares(text: string): boolean {
  return COMPARES.test(text);
}

function comparesUnnamed(said: string): boolean {
  return compares(said) && (said.match(NAME)?.length ?? 0) < 2;
}

function asksForGaps(said: string, forTests: boolean): boolean {
  if (MISSING.test(said) || (GAPS.test(said) && !forTests)) return true;
  return saysThatNothingTests(said) ? asksForItems(said) : OF_ALL.test(said);
}
