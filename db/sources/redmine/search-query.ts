import type { SourceQuery } from "../port.ts";

/** Redmine 5 looks for at most so many words or phrases of a query, and leaves out the rest without a word (`lib/redmine/search.rb`). */
export const MOST_TOKENS = 5;

/** It leaves out what is shorter, but for a sign of Chinese, and looks for what is left. */
export function isSearched(keyword: string): boolean {
  return [...phrase(keyword)].length >= 2 || /\p{Script=Han}/u.test(keyword);
}

/**
 * Queries in quotes, so that what a keyword holds stands as it is; quotes in it have no escape and become blanks. Between two phrases stand
 * two blanks: each takes one for its own. Of any keyword several queries are written where they are more than one takes.
 */
export function writeRedmineQueries({ keywords, match }: SourceQuery): string[] {
  const phrases = keywords.map((keyword) => `"${phrase(keyword)}"`);
  const size = match === "all" ? phrases.length : MOST_TOKENS;
  const groups = Array.from({ length: Math.ceil(phrases.length / size) }, (_, at) =>
    phrases.slice(at * size, (at + 1) * size),
  );
  return groups.map((group) => group.join("  "));
}

function phrase(keyword: string): string {
  return keyword.replace(/["\s]+/gu, " ").trim();
}
