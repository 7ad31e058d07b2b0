import { correctTypos } from "./words.ts";

/** Where a question may turn from the test cases that it wants to what it wants to know about them. */
const BOUNDARY =
  /(?<=[.?!;])\s+|\n+|;\s*|:\s+(?=(?:number|count)\b)|,\s+(?=(?:and|or|with|plus|together|by|per|through|also|split)\b)|\s+(?=\+\s|together with\b|and (?:the|their|its|which|what|by|how|tell)\b)/gi;
const SENTENCE = /[.?!\n]/;

/** Ways in which a clause asks for something about test cases that others describe. General English, nothing of a corpus. */
const ASIDES = [
  // "and which messages do those cover", "what's the owner of each", "through which of its parts"
  /\b(?:which|what)(?:'s)?\b(?! of (?:those|these|them)\b).*\b(?:they|these|those|them|each|its?)\b/,
  /\b(?:do|does|did) (?:they|these|those|it|each)\b/,
  // "please also name the items that they verify", "state the owner of these test cases, too", "I need to know what they cover"
  /\b(?:name|give|state|say|tell|report|list|show|know|need|needed|count|attach)\b.*\b(?:they|their|each|linked|covered|that it|behind them|(?:these|those) (?:tests?|test cases|tcs))\b/,
  // "+ the items they verify", "and their owner", "with linked items", "further items linked to them", "plus owner of each"
  /^(?:\+|and|with|plus|together with|further|other)\s.*\b(?:they|their|it|each|linked|covered|ids|exercised|recorded)\b/,
  // "number per owner", "by owner", "split up by owner"
  /^(?:number|count|split|by|per)\b(?!.*\b(?:how many|part)\b)/,
  // "list them as the evidence", "and show me which"
  /^(?:(?:please|pls|and) )?(?:list|show|attach|give)(?: me)? (?:them|which|the list|the evidence)\b/,
  /^(?:\+|also needed\b|needed:|columns\b|with:)/,
];
/** "with owner": in so few words nothing is said but a name. "with owner Kim" says which test cases. */
const WITH_NAME = /^with (?!parts|everything|all|its)[a-z]+(?: [a-z]+){0,2}\W*$/;
/** What a clause has that says which test cases, and is therefore none. */
const SAYS_WHICH =
  /\b(?:only|just|but|except|without|not|(?:re)?run|which (?:tests?|test cases|tcs))\b|["“]|(?<!these |those |the )\b(?:tests|test cases|tcs)\b(?! verify| cover| exercise)/;
/** Names a thing: what has a digit and is no number, or capitals with a number behind a blank. */
const NAMES_A_THING = /(?<!\S)(?=\S*\d)(?=\S*[^\s\d.,;:?!%()])\S+|\b\p{Lu}{2,} \d+/u;

/** A question in two: which test cases are wanted, and what is asked about them besides; "" for none. */
export function splitAside(text: string): { main: string; aside: string } {
  const at = asideIn(text);
  if (at === null) return { main: text, aside: "" };
  const { main, aside } = splitAside(text.slice(0, at).trimEnd());
  return { main, aside: `${aside} ${text.slice(at).trim()}`.trim() };
}

/** Where an aside at the end of a text begins, within its last sentence; null where there is none. */
function asideIn(text: string): number | null {
  const boundaries = [...text.matchAll(BOUNDARY)].map(({ index, 0: found }) => index + found.length).reverse();
  const fitting = boundaries.find((at) => at < text.length && isAside(text.slice(at)));
  return fitting === undefined || SENTENCE.test(text.slice(fitting).trimEnd().slice(0, -1)) ? null : fitting;
}

function isAside(clause: string): boolean {
  const said = correctTypos(clause).toLowerCase().trim();
  if (SAYS_WHICH.test(said) || NAMES_A_THING.test(clause)) return false;
  return WITH_NAME.test(clause.trim()) || ASIDES.some((way) => way.test(said));
}
