/**
 * A text's words as text metrics count them: runs of letters and digits in lower case, whatever the script; a sign of Chinese or
 * Japanese, which are written without blanks, is a word of its own.
 */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;
