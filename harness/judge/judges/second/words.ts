import { withSpaces } from "../../../../base/words.ts";

/** Words that carry no content of their own. A short list on purpose: everything else may matter in a test's name. */
const STOP_WORDS = new Set(
  (
    "a all also an and any are as at be been both but by can do does each for from has have in into is it its no not of on only or " +
    "other so some such than that the their them then there these they this those to was were what when which while with you your"
  ).split(" "),
);

/** Content words of a text, in order, lower case; an id such as `FEA-1023` is one word. */
export function contentWords(text: string): string[] {
  const words = withSpaces(text.toLowerCase()).match(/[\p{L}\p{N}]+(?:[-_/.][\p{L}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word));
}

/**
 * ROUGE-1 recall over distinct words (Lin 2004): the share of the reference's content words that the text has. Words of
 * the question don't count, as repeating it says nothing. Null when the reference has no other words.
 */
export function wordRecall(reference: string, text: string, question: string): number | null {
  const asked = new Set(contentWords(question));
  const wanted = [...new Set(contentWords(reference))].filter((word) => !asked.has(word));
  if (wanted.length === 0) return null;
  const has = new Set(contentWords(text));
  return wanted.filter((word) => has.has(word)).length / wanted.length;
}
