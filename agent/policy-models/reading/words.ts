import { foldedWords } from "../../../base/fold.ts";
import { withSpaces } from "../../../base/words.ts";

/** Longest ending of a plural or a case, in letters, where a word is long enough to be told by its beginning. */
const LONGEST_ENDING = 3;

/**
 * Whether a text says a noun, in whatever number and case its language gives it (`requisitos`, `Anforderungen`,
 * `especificaciones`): each of the noun's words but for the end, in a row.
 */
export function saysNoun(text: string, noun: string): boolean {
  const [words, parts] = [foldedWords(text), foldedWords(noun)];
  const isForm = (word: string, part: string) => {
    const ending = part.length > LONGEST_ENDING ? LONGEST_ENDING : 1;
    return part !== "" && word.startsWith(part.replace(/(?<=\w{3})s$/, "")) && word.length <= part.length + ending;
  };
  return words.some((_, at) => parts.every((part, index) => isForm(words[at + index] ?? "", part)));
}

/** Endings by which a language of Europe says number, gender and case. */
const ENDING = /^(?:h?[aeiou]{0,2}[snmr]?)$/;
/** Letters that two forms of a word have in common at least. */
const LEAST_STEM = 4;

/** Where a text says a value in another form (`fallite` for `Fallita`, `bestandene` for `bestanden`): the words that it says; "" where it does not. */
export function otherForm(text: string, value: string): string {
  const [words, parts] = [foldedWords(text), foldedWords(value)];
  const at = words.findIndex((_, start) => parts.every((part, index) => areForms(words[start + index] ?? "", part)));
  return at < 0 || parts.every((part, index) => words[at + index] === part)
    ? ""
    : words.slice(at, at + parts.length).join(" ");
}

/** One word in two forms, both folded. */
export function areForms(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const isEnding = (word: string) => ENDING.test(word.slice(same));
  return one === other || (same >= LEAST_STEM && isEnding(one) && isEnding(other));
}

/** A word without the endings that English adds to it: enough to see that `restarts` and `restart` are one. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 4 ? lower.replace(/(?:ations?|ings?|ed|es|s|ly)$/, "") : lower;
}

/** Share of the words that occur in the text, 0 to 1; 1 when there are none. */
export function coverage(words: readonly string[], text: string): number {
  if (words.length === 0) return 1;
  const stems = new Set(foldedWords(text).map(stem));
  return words.filter((word) => foldedWords(word).every((part) => stems.has(stem(part)))).length / words.length;
}

/** Words of asking and of grammar: they say nothing about the topic. */
const EMPTY_WORDS = new Set(
  `a about above add affect affected affects after again against all already also amid among an and any anything anyway are area as at autom backlog be
  because been behind begin beginning begins being belong belongs below between bigger both bring but by call called can carries case cases
  change changed changes changing check checks chgd compare concerning confirm could cover coverage covered covering covers customer
  describe described description directly do does each either else elsewhere every everything evidence exactly except exercise exercises exist existing exists
  executed expected few find first follow following follows for from fulfil fulfill fulfils get give going had hang has have hey hi hit hits hold holds how i id
  identifier if in incl include included including instead into inventory involve involves involving is it items its itself just keep kind know larger latter leave left level like
  linked list look looking lookup lots many match matter me mean means more msg much must my name named need needed no not now number of off ok on one ones
  only or other others our out over part parts per please pls plus pretty pull question questions re recomm recommend recommended record recorded records redone reference
  regarding regression relevant report request rerun restrict reworked reworking run same scope second see share shares should show so
  some someone somebody something stand stands start starts steps still tc tcs tell test tested testing tests than that the their them then there
  therefore these they thing things this those through to together too topic topics touch touched touches touching traced tracked two under up us
  verified verify verifies verifying w/ w/o want was way we what whatever where whether which while who whole why will with within
  without would you your follow-up requirement requirements feature features specification item items document documents defect defects design former`.split(
    /\s+/,
  ),
);

/** More words by which people ask for tests, correct themselves and point at lists. A search keeps them, as a record may say them; of a question's meaning they hold nothing. */
const FILLERS = new Set(
  `oh put several audit test-wise well ids go thoughts back full hm take taken actually rest impact analysis answer disregard concerns concerned
  scratch meant stays sorry mixed assess breaks joint since got whichever carried flavour edited repeat further exact written fields respect cool
  asking search bit planned split metrics attach counted made mistake mistaken ah entered correct correction occurs oops sits right contain contained
  matrix rows columns down parent starting point restriction withdraw withdrawn undo filter unchanged forget replace replacing minus skip
  exclude excluding excluded drop never neither nor separately difference lists definition set wait wrong ids say`.split(
    /\s+/,
  ),
);

/** The words of a text that an answer has to account for. */
export function wordsToAccount(text: string): string[] {
  return contentWords(text).filter((word) => {
    const lower = word.toLowerCase();
    return !FILLERS.has(lower) && !(lower.length > 4 && LONG_FILLERS.some((known) => isTypo(lower, known)));
  });
}

const LONG_FILLERS = [...FILLERS].filter((word) => word.length >= 6);
const LONG_EMPTY_WORDS = [...EMPTY_WORDS].filter((word) => word.length >= 5);

/** Words of asking that people write in capitals: `CAN`, `IT` and `AS` in capitals are names, `AND` is stressed. */
const STRESSED = new Set(
  "all and any both each either every id ids msg must no not only or tc tcs test tests".split(" "),
);

/** The words of a text that carry content, in order. */
export function contentWords(text: string): string[] {
  const words = withSpaces(text).match(/[\p{L}\p{N}][\p{L}\p{N}/+'-]*/gu) ?? [];
  const capitalsMeanNames = /\p{Ll}/u.test(text);
  const isName = (word: string) => capitalsMeanNames && /^\p{Lu}{2,}$/u.test(word) && !STRESSED.has(word.toLowerCase());
  const isEmpty = (word: string) => isEmptyWord(word.replace(/(?:n['’]t|['’](?:s|re|m|ve|d|ll))$/, ""));
  return words.filter((word) => isName(word) || !isEmpty(word.toLowerCase()));
}

/** Also with a typing error: one reads over it. */
function isEmptyWord(word: string): boolean {
  // Japanese writes its particles and endings in hiragana.
  if (EMPTY_WORDS.has(word) || /^(?:[a-z\d]|\p{Script_Extensions=Hiragana}{1,3})$/u.test(word)) return true;
  return word.length >= 4 && LONG_EMPTY_WORDS.some((known) => isTypo(word, known));
}

/** The text with typing errors in words of asking put right. */
export function correctTypos(text: string): string {
  return text.replace(/\p{L}{4,}/gu, (word) => {
    const lower = word.toLowerCase();
    if (EMPTY_WORDS.has(lower)) return word;
    return LONG_EMPTY_WORDS.find((known) => isTypo(lower, known)) ?? word;
  });
}

/** One letter missing, doubled or added, or two swapped; the first letter is right. */
function isTypo(word: string, known: string): boolean {
  if (word[0] !== known[0] || Math.abs(word.length - known.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at++;
  const [rest, restKnown] = [word.slice(at), known.slice(at)];
  if (word.length > known.length) return rest.slice(1) === restKnown;
  if (word.length < known.length) return rest === restKnown.slice(1);
  return rest.slice(2) === restKnown.slice(2) && rest[0] === restKnown[1] && rest[1] === restKnown[0];
}

/** Words of a question as it is repeated to who asked. */
export function quote(text: string): string {
  return `"${text.replace(/["“”]/g, "'")}"`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The known word that a word of the text is a slip of; the word itself where it is none. */
export function withoutSlip(word: string, known: readonly string[]): string {
  return word.length < 4 || known.includes(word) ? word : (known.find((one) => isTypo(word, one)) ?? word);
}
