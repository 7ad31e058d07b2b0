import { addDays } from "../asking/check-query.ts";
import type { SourceQuery } from "../port.ts";

/**
 * https://slack.com/help/articles/202528808: words and phrases are ANDed, there is no OR: any of the keywords is a query each. Every keyword
 * stands in quotes, in which no modifier is read. Quotes cannot be escaped: those of a keyword are blanks, which Slack's index does not hold either.
 */
export function writeSlackQueries({ keywords, match, filters }: SourceQuery): string[] {
  const modifiers = [
    ...(filters.container === undefined ? [] : [`in:<#${filters.container}>`]),
    ...(filters.author === undefined ? [] : [`from:<@${filters.author}>`]),
    // Both of Slack's days are exclusive.
    ...(filters.since === undefined ? [] : [`after:${addDays(filters.since, -1) ?? filters.since}`]),
    ...(filters.until === undefined ? [] : [`before:${addDays(filters.until, 1) ?? filters.until}`]),
  ];
  const phrases = keywords.map((keyword) => `"${slackPhrase(keyword)}"`);
  const lists = match === "all" ? [phrases] : phrases.map((phrase) => [phrase]);
  return lists.map((list) => [...list, ...modifiers].join(" "));
}

/** Straight and typographic quotes, all of which Slack's clients take for quotes. */
function slackPhrase(keyword: string): string {
  return keyword
    .replace(/["“”„‟«»＂]/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** What is wrong with the filters of a query: ids of channels and people are letters and digits, and nothing else can be quoted there. */
export function filterProblems({ filters: { container, author } }: SourceQuery): string[] {
  return Object.entries({ container, author })
    .filter(([, id]) => id !== undefined && !/^[A-Za-z0-9]+$/.test(id))
    .map(([name, id]) => `${name}: expected an id as Slack gives it, found ${JSON.stringify(id)}`);
}
