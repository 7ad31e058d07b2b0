import { compareText } from "../../../base/text-order.ts";
import type { SourceQuery } from "../port.ts";
import type { ServedItem } from "./content.ts";

/** The words of a text, folded: letters and digits, with the marks that ids and dates have inside. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)*/gu) ?? []
  );
}

/**
 * Items that hold the keywords in title or text, or are called so, best first: rare keywords count most, what is newer goes first among equals. A keyword of several words is
 * a phrase; words are whole, nothing is stemmed and no sign in a keyword means anything.
 */
export function findItems(
  items: readonly ServedItem[],
  { keywords, match }: Pick<SourceQuery, "keywords" | "match">,
): ServedItem[] {
  const phrases = keywords.map(wordsOf).filter((words) => words.length > 0);
  if (phrases.length === 0) return [];
  const texts = items.map(
    ({ id, title, text }) => ` ${[id, title, text].map((part) => wordsOf(part).join(" ")).join(" \n ")} `,
  );
  const holding = phrases.map((words) => texts.map((text) => text.includes(` ${words.join(" ")} `)));
  const weights = holding.map((held) => Math.log(1 + items.length / (1 + held.filter(Boolean).length)));
  return items
    .map((item, at) => ({ item, held: holding.map((each) => each[at]!) }))
    .filter(({ held }) => (match === "all" ? held.every(Boolean) : held.some(Boolean)))
    .map(({ item, held }) => ({ item, score: held.reduce((sum, is, at) => sum + (is ? weights[at]! : 0), 0) }))
    .sort(
      (a, b) => b.score - a.score || compareText(b.item.created, a.item.created) || compareText(a.item.id, b.item.id),
    )
    .map(({ item }) => item);
}
