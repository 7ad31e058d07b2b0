import { compareText } from "../../base/text-order.ts";
import type { ArtifactRole, MappedType } from "../../db/ports/corpus.ts";
import { COMPOUND_ENDS, EMPTY_WORDS, FAULT_WORDS, ROLE_WORDS, TEST_KINDS } from "./role-words.ts";

export type RoleGuess = MappedType;

/** Guesses what each artifact type is. Where none is surely a test, those that are at least named after tests are. */
export function guessRoles(types: Iterable<string>): Map<string, RoleGuess> {
  const guesses = new Map([...types].sort(compareText).map((type) => [type, guessRole(type)]));
  if ([...guesses.values()].some(({ role }) => role === "test_case")) return guesses;
  for (const type of guesses.keys()) {
    const last = matchesIn(wordsOf(type)).at(-1);
    if (last?.role === "test_case") guesses.set(type, { role: "test_case" });
  }
  return guesses;
}

/**
 * Guesses what an artifact type is, from the words of its name: the longest phrase decides, of equally long ones the last
 * (a `bug report` is a bug, a `test report` a report, an `interface requirement` a requirement). `other` when no word says
 * anything, or what stands behind a test is unknown: `test support` is no test.
 */
export function guessRole(type: string): RoleGuess {
  const words = wordsOf(type);
  const matches = matchesIn(words);
  const most = Math.max(...matches.map(({ length }) => length));
  const best = matches.findLast(({ length }) => length === most);
  if (best?.role === "backlog_item")
    return {
      role: "backlog_item",
      subtype: singular(snakeCase(type)),
      ...(namesFault(type) && { fault: true as const }),
    };
  if (best?.role !== "test_case") return { role: best?.role ?? "other" };
  return { role: words.slice(best.at + best.length).every((word) => TEST_KINDS.has(word)) ? "test_case" : "other" };
}

/** Whether a type's name says a fault, in the words that `guessRole` goes by. */
export function namesFault(type: string): boolean {
  const words = wordsOf(type);
  return matchesIn(words).some(({ at, length }) => FAULTS.has(words.slice(at, at + length).join(" ")));
}

/** `UserStory`, `user-story` and `User Story` as `user_story`. */
export function snakeCase(name: string): string {
  const words = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2").toLowerCase();
  return words.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "") || "item";
}

/** One of them: a sheet is called `Requirements`, its rows are not. Only words that are known, so that `bus` stays. */
function singular(name: string): string {
  const [, before = "", last = ""] = /^(.*_)?([^_]+)$/.exec(name) ?? [];
  if (VOCABULARY.has(last)) return name;
  const one = PLURALS.map((ending) => last.replace(ending[0], ending[1])).find((form) => VOCABULARY.has(form));
  return one === undefined ? name : `${before}${one}`;
}

interface Match {
  role: ArtifactRole;
  at: number;
  length: number;
}

const PHRASES: ReadonlyMap<string, ArtifactRole> = new Map(
  (Object.entries(ROLE_WORDS) as [ArtifactRole, string][]).flatMap(([role, phrases]) =>
    namesOf(phrases).map((name) => [name, role] as const),
  ),
);
const FAULTS: ReadonlySet<string> = new Set(namesOf(FAULT_WORDS));

/** Some tools write their types in one word: `changerequest`. */
function namesOf(phrases: string): string[] {
  return phrases.split(", ").flatMap((phrase) => [phrase, phrase.replaceAll(" ", "")]);
}
const LONGEST_PHRASE = 4;
const VOCABULARY = new Set([...PHRASES.keys(), ...TEST_KINDS].flatMap((phrase) => [phrase, ...phrase.split(" ")]));

/** The words of a name, one each, without those at the end that add nothing. */
function wordsOf(type: string): string[] {
  const words = snakeCase(type).split("_").map(knownWord);
  const isEmpty = () => words.length > 1 && EMPTY_WORDS.has(words.at(-1) as string) && !isPhrase(words);
  while (isEmpty()) words.pop();
  return words;
}

/** True where the last word makes a phrase with those before it: a `bug report`, a `test report`. */
function isPhrase(words: readonly string[]): boolean {
  return words.some((_, at) => at < words.length - 1 && PHRASES.has(words.slice(at).join(" ")));
}

/** Phrases in a name, from left to right, each as long as can be. */
function matchesIn(words: readonly string[]): Match[] {
  const found: Match[] = [];
  for (let at = 0; at < words.length; ) {
    const length = lengthOfPhrase(words, at);
    if (length > 0)
      found.push({ role: PHRASES.get(words.slice(at, at + length).join(" ")) as ArtifactRole, at, length });
    at += Math.max(1, length);
  }
  return found;
}

function lengthOfPhrase(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--)
    if (PHRASES.has(words.slice(at, at + length).join(" "))) return length;
  return 0;
}

/** A word as the phrases have it: without the ending of a plural (English, German, French, Italian), of a compound its last part. */
function knownWord(word: string): string {
  const forms = [word, ...PLURALS.map((ending) => word.replace(ending[0], ending[1]))];
  const known = forms.find((form) => VOCABULARY.has(form));
  if (known !== undefined) return known;
  return forms.flatMap((form) => COMPOUND_ENDS.find((end) => form.endsWith(end)) ?? [])[0] ?? word;
}

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, "y"],
  [/s$/, ""],
  [/es$/, ""],
  [/e?n$/, ""],
  [/i$/, "o"],
  [/i$/, "e"],
  [/i$/, "io"],
  [/h?e$/, "a"],
];
