/**
 * Words where a script puts no spaces between them (Chinese, Japanese, Thai, Lao, Khmer, Burmese): by the dictionaries of
 * Unicode's segmentation (UAX 29, `Intl.Segmenter`). Other text stays as it is; signs that scripts share (the middle dot
 * of `col·lecció`) are no letters of these.
 */
const UNSPACED =
  /(?:(?=[\p{L}\p{Nl}])(?:\p{Script_Extensions=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}))/u;
const LETTERS = new RegExp(`${UNSPACED.source}(?:${UNSPACED.source}|\\p{M})*`, "gu");

let segmenter: Intl.Segmenter | undefined;

/** True of a text that has letters of such a script. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** The text with a space around each word of such a script. */
export function withSpaces(text: string): string {
  if (!UNSPACED.test(text)) return text;
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  return text.replace(LETTERS, (run) => {
    const words = [...(segmenter as Intl.Segmenter).segment(run)].map(({ segment }) => segment);
    return ` ${words.join(" ")} `;
  });
}

/** How many words a text has: what stands between spaces, and in a script without them, its words. */
export function countWords(text: string): number {
  return withSpaces(text).split(/\s+/).filter(Boolean).length;
}
