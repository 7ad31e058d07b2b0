import { isUnspaced, withSpaces } from "./words.ts";

/** Lower case, accents and separators gone: `RRC-Connection` is `rrc connection`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The words of a text, folded; [""] without any. */
export function foldedWords(text: string): string[] {
  return fold(withSpaces(text.normalize("NFKC"))).split(" ");
}

/** Where a phrase stands in a text, whole words, both folded; -1 when it does not. The place counts in the folded text. */
export function findPhrase(text: string, phrase: string): number {
  const [within, folded] = [fold(text), fold(phrase)];
  if (folded === "") return -1;
  for (let at = within.indexOf(folded); at >= 0; at = within.indexOf(folded, at + 1))
    if (isEdge(within, at) && isEdge(within, at + folded.length)) return at;
  return -1;
}

/** True where a word may begin or end: at a space, and at any letter of a script that writes none. */
function isEdge(text: string, at: number): boolean {
  const [before = " ", after = " "] = [text[at - 1], text[at]];
  return before === " " || after === " " || isUnspaced(before) || isUnspaced(after);
}
