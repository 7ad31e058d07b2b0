import { addDays } from "../asking/check-query.ts";
import type { SourceQuery } from "../port.ts";

/**
 * https://slack.com/help/articles/202528808: words and phrases are ANDed, there is no OR: any of the keywords is a query each. Every keyword
 * stands in quotes, in which no modifier is read. Quotes cannot be escaped: those of a keyword are blanks, which Slack's index does not hold either.
 */
export function writeSlackQueries({ keywords, match, filters }: SourceQuery): string[] {
  const modifiers = [
    ...(filters.container === undefined ? [] : [`in:<#${modifier(filters.container)}>`]),
    ...(filters.author === undefined ? [] : [`from:<@${modifier(filters.author)}>`]),
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

/** Ids of channels and people are letters and digits. */
function modifier(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "");
}
