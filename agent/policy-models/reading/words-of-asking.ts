import { foldedWords } from "../../../base/fold.ts";

const TESTS = /^(?:tests?|testcases?|tcs?|cases?)$/;
const ASKS = /^\W*(?:which|what|how many|list|show|are there|is there|do we have|any)\b/i;
/** A noun of what is asked for stands among so many words. */
const BEGINNING = 4;

/** Joins a turn to the one before. */
const JOINED = /^\s*and\s/i;

const BEGINS_BY_ASKING =
  /^\W*(?:(?:on|in|at|by|to|of|for|from|with|under|through) (?=wh))?(?:who|whose|whom|when|why|how|what|what's|whats|which|where|is|are|was|were|do|does|did|has|have|had|can|could|should|will|would)\b/i;

/** True of a clause that begins as a question does. */
export function beginsByAsking(text: string): boolean {
  return BEGINS_BY_ASKING.test(text) || ALL_ITEMS.test(text);
}

/** True where a question begins by asking, and not for test cases. */
export function asksForItems(text: string): boolean {
  const first = foldedWords(text.replace(JOINED, "")).slice(0, BEGINNING);
  return ASKS.test(text) && !first.some((word) => TESTS.test(word));
}

/** Says that something has no tests: what says no before or behind what says that something is tested. */
const NOT = /\b(?:no|not|nothing|none|nobody|without|never|lacks?|lacking|un(?:covered|tested))\b/i;
const TESTED =
  /\b(?:tests?|tested|untested|cover(?:s|ed|ing)?|uncovered|coverage|verif(?:y|ies|ied)|test\p{L}*)(?!\p{L})/iu;

/** True of a word that only says that something is tested or is not. */
export function isOfCoverage(word: string): boolean {
  return [NOT, TESTED, /(?<!\p{L})(?:gaps?|holes?|missing|lack\w*|linked|any)(?!\p{L})/iu].some(
    (of) => of.exec(word)?.[0] === word,
  );
}

const OF_LINKS = /\b(?:link|trac|check|exercis|touch|validat|affect|impact|break|run|rerun|regress|scope|belong)\w*/i;
const ITEM =
  "(?:requirements?|features?|defects?|items?|documents?|classes|functions|files|modules|components?|issues?)\\b";
const ITEMS_ASKED = new RegExp(`^\\W*(?:which|what|how many|list|name|only|just)\\s+(?:\\p{L}+\\s+){0,2}${ITEM}`, "iu");
/** `every requirement that ...`: asks for them without a verb. */
const ALL_ITEMS = new RegExp(
  `^\\W*(?:every|all|each|any|only|just)\\s+(?:\\p{L}+\\s+){0,2}${ITEM}[^.?!]*\\b(?:that|which|with|without|whose)\\b`,
  "iu",
);

/** True of a question about named things that is about their tests, by whatever it calls these; not where it asks for items by name. */
export function asksForTheirTests(text: string): boolean {
  return (TESTED.test(text) || OF_LINKS.test(text)) && !ITEMS_ASKED.test(text);
}

export function saysThatNothingTests(text: string): boolean {
  return NOT.test(text) && TESTED.test(text);
}
