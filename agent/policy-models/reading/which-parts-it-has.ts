import { correctTypos } from "./words.ts";
import { asksForItems, beginsByAsking, saysThatNothingTests } from "./words-of-asking.ts";

/**
 * How a stand-in takes a part of a question: test cases are sought, items without tests are, items are, or nothing is asked and
 * the part says what the rest is about.
 */
type PartKind = "tests" | "gaps" | "items" | "told";

export interface QuestionPart {
  text: string;
  kind: PartKind;
}

/** A sentence ends, or a clause that asks for itself begins. */
const BOUNDARY =
  /(?<=[.?!])\s+|\n+|;\s+|,?\s+(?:and|but)\s+(?=(?:who|whose|why|when (?:was|were|did|is|are|will)|how (?!many\b|much\b)|what (?:has |have |is |was )?(?:changed|new)|(?:which|what) (?:tests?|test cases?)\b|(?:which|what)\b[^,;.?]*\b(?:no|not|without|lacks?|missing|un(?:tested|covered))\b)(?!\p{L}))/giu;

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
  if (!later && asksForGaps(said, forTests)) return "gaps";
  if (forTests || BY_TESTS.test(said)) return "tests";
  return later || !asks ? "told" : "items";
}

function asksForGaps(said: string, forTests: boolean): boolean {
  if (MISSING.test(said) || (GAPS.test(said) && !forTests)) return true;
  return saysThatNothingTests(said) ? asksForItems(said) : OF_ALL.test(said);
}
