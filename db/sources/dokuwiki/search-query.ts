import type { SourceQuery } from "../port.ts";

/**
 * https://www.dokuwiki.org/search: each keyword a phrase in quotes, in which neither operators nor namespaces are read. Quotes have no escape and
 * a star is a wildcard even in them: both are blanks.
 */
export function writeDokuWikiQuery({ keywords, match, filters: { container } }: SourceQuery): string {
  const phrases = keywords.map((keyword) => `"${dokuWikiPhrase(keyword)}"`);
  const words = match === "all" ? phrases.join(" ") : `(${phrases.join(" or ")})`;
  return container === undefined ? words : `${words} @${container}`;
}

function dokuWikiPhrase(keyword: string): string {
  return keyword.replace(/["*]/g, " ").replace(/ +/g, " ").trim();
}

/** Whether its index holds anything of a keyword: words of two signs or more, numbers, single signs of Asian scripts. `C++` it does not find. */
export function isIndexed(keyword: string): boolean {
  return /[\p{L}\p{M}\p{N}]{2}|\p{N}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(keyword);
}

/** What is wrong with a namespace: it stands in a query as it is. */
export function namespaceProblem(container: string | undefined): string | null {
  if (container === undefined || /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u.test(container)) return null;
  return `container: expected a namespace, found ${JSON.stringify(container)}`;
}
