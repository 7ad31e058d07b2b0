import { stemmer } from "stemmer";
import { ownText } from "../../base/own-text.ts";
import { withSpaces } from "../../base/words.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";

export const DEFAULT_ANALYSIS: TextAnalysis = { stemming: "porter", stopWords: "english", splitNames: true };

/** They carry no topic. */
const ENGLISH_STOP_WORDS = (
  "a an and are as at be been but by can could did do does for from had has have how i if in into is it its may of on or our " +
  "shall should so such than that the their them then there these they this those to was we were what when where which while who " +
  "will with would you your"
).split(" ");

/** Longer words are cut: no index holds them better whole. */
const MAX_LENGTH = 64;

/**
 * The terms of a text in order: words of letters and digits, lower case, without stop words, stemmed; of a script that
 * writes no spaces the words of its dictionary.
 * Every index and every query goes through here, so all dialects see the same terms.
 */
export function termsOf(text: string, analysis: TextAnalysis): string[] {
  return termReader(analysis)(text);
}

/** Words remembered: a large corpus has millions, most of them once. */
const MOST_KNOWN = 50_000;

/** `termsOf` for many texts: remembers the terms of each word that it has met. */
export function termReader(analysis: TextAnalysis): (text: string) => string[] {
  const known = new Map<string, readonly string[]>();
  const termsOfWord = wordReader(analysis);
  return (text) => {
    const terms: string[] = [];
    for (const word of withSpaces(text.normalize("NFKC")).match(/[\p{L}\p{N}]+(?:['\u2019]s(?![\p{L}\p{N}]))?/gu) ??
      []) {
      let own = known.get(word);
      if (!own) {
        const kept = ownText(word);
        own = termsOfWord(kept.replace(/['\u2019]s$/, ""));
        if (known.size === MOST_KNOWN) known.clear();
        known.set(kept, own);
      }
      for (const term of own) terms.push(term);
    }
    return terms;
  };
}

function wordReader({ stemming, stopWords, splitNames }: TextAnalysis): (word: string) => string[] {
  const listed = stopWords === "english" ? ENGLISH_STOP_WORDS : stopWords === "none" ? [] : stopWords;
  const left = new Set(listed.map((word) => word.toLowerCase()));
  return (word) =>
    [word, ...(splitNames ? partsOf(word) : [])]
      .map((piece) => piece.toLowerCase().slice(0, MAX_LENGTH))
      .filter((piece) => !left.has(piece))
      .map((piece) => (stemming === "porter" && /^[a-z]+$/.test(piece) ? stemmer(piece) : piece));
}

/** The text with camel-case names written as words, as people write them in prose (`NG Setup Request`). */
export function withNamesSplit(text: string): string {
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => (partsOf(word).length > 0 ? partsOf(word).join(" ") : word));
}

/** Words inside a camel-case name; none for a plain word, an acronym or its plural (`UEs`), or where fewer than two parts are words. */
function partsOf(word: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word) || /^\p{Lu}+s$/u.test(word)) return [];
  const parts = (word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? []).filter((part) => part.length > 1);
  return parts.length > 1 ? parts : [];
}
