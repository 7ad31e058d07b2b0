import { wordsOf } from "../asking/keywords.ts";
import type { SourceQuery } from "../port.ts";

/**
 * Synapse looks for all words of a term, and has neither phrases nor OR: any of the keywords is a query each. A word that begins with `-`,
 * or a NOT between words, is answered by an error of the server's own, so that letters and digits are sent alone, and in lower case.
 */
export function writeMatrixQueries({ keywords, match }: Pick<SourceQuery, "keywords" | "match">): string[] {
  const terms = match === "all" ? [keywords] : keywords.map((keyword) => [keyword]);
  return [...new Set(terms.map((words) => wordsOf(words).join(" ").toLowerCase()))];
}
