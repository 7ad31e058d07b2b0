import { isIndexed, writeDokuWikiQuery } from "../../db/sources/dokuwiki/search-query.ts";
import { isSearched as isSearchedByMatrix, writeMatrixQuery } from "../../db/sources/matrix/search-query.ts";
import type { SourceQuery } from "../../db/sources/port.ts";
import { isSearched as isSearchedByRedmine, writeRedmineQueries } from "../../db/sources/redmine/search-query.ts";
import { writeRocketChatQuery } from "../../db/sources/rocketchat/search-query.ts";
import { writeSlackQueries } from "../../db/sources/slack/search-query.ts";
import { blanked, isNothing, lookedFor } from "./expected.ts";
import type { QueryLanguage } from "./language.ts";
import { type DokuWikiTerm, parseDokuWiki } from "./parse-dokuwiki.ts";
import { parseRedmine } from "./parse-redmine.ts";
import { parseRocketChat, type RocketChatTree } from "./parse-rocketchat.ts";
import { parseSlack, QUOTES, type SlackTerm } from "./parse-slack.ts";
import { parseSynapse, type SynapseTerm } from "./parse-synapse.ts";

/** Languages of words and phrases: with operators and filters, and hardly a tree. */
export const WORD_LANGUAGES: readonly QueryLanguage[] = [
  {
    ...{ name: "Slack", write: writeSlackQueries, read: parseSlack, expect: slackTerms, filters: "ids" },
    isSearched: () => true,
  },
  {
    ...{ name: "Matrix", read: parseSynapse, expect: (query) => [synapseTerms(query)], filters: "none" },
    ...{ write: (query) => [writeMatrixQuery(query)], isSearched: isSearchedByMatrix },
  },
  {
    ...{ name: "Rocket.Chat", read: parseRocketChat, expect: (query) => [rocketChatTree(query)], filters: "none" },
    ...{ write: (query) => [writeRocketChatQuery(query)], isSearched: () => true },
  },
  {
    ...{ name: "DokuWiki", read: parseDokuWiki, expect: (query) => [dokuWikiTerms(query)], filters: "container" },
    ...{ write: (query) => [writeDokuWikiQuery(query)], isSearched: isIndexed },
  },
  {
    ...{ name: "Redmine", write: writeRedmineQueries, read: parseRedmine, expect: redmineTokens, filters: "none" },
    isSearched: isSearchedByRedmine,
  },
];

function slackTerms({ keywords, match, filters }: SourceQuery): SlackTerm[][] {
  const isBlank = (sign: string): boolean => isNothing(sign) || QUOTES.includes(sign);
  const phrases = lookedFor(keywords).map((text): SlackTerm => ({ type: "phrase", text: blanked(text, isBlank) }));
  const modifier = (name: string, value: string): SlackTerm => ({ type: "modifier", name, value });
  const modifiers = [
    ...(filters.container === undefined ? [] : [modifier("in", `<#${filters.container}>`)]),
    ...(filters.author === undefined ? [] : [modifier("from", `<@${filters.author}>`)]),
    ...(filters.since === undefined ? [] : [modifier("after", "2025-12-30")]),
    ...(filters.until === undefined ? [] : [modifier("before", "2026-03-01")]),
  ];
  const lists = match === "all" ? [phrases] : phrases.map((phrase) => [phrase]);
  return lists.map((list) => [...list, ...modifiers]);
}

/** Words end at whatever is no letter and no digit, and some stand in no phrase. */
function synapseTerms({ keywords, match }: SourceQuery): SynapseTerm[] {
  const phrases = lookedFor(keywords)
    .map((text) => blanked(text, (sign) => !/\p{L}|\p{N}/u.test(sign)).split(" "))
    .map((words) => words.filter((word) => !/^(?:the|a|you|me|and|but|)$/i.test(word)))
    .filter((words) => words.length > 0)
    .map((words): SynapseTerm => ({ type: "phrase", words }));
  return phrases.flatMap((phrase, at) => (at > 0 && match === "any" ? [{ type: "or" }, phrase] : [phrase]));
}

function rocketChatTree({ keywords, match }: SourceQuery): RocketChatTree {
  return { type: match, of: lookedFor(keywords) };
}

/** Quotes and stars are blanks; single letters stand in no index. */
function dokuWikiTerms({ keywords, match, filters }: SourceQuery): DokuWikiTerm[] {
  const isHeld = (text: string) =>
    /(?:\p{L}|\p{M}|\p{N}){2}|\p{N}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(text);
  const phrases = lookedFor(keywords)
    .filter(isHeld)
    .map(
      (text): DokuWikiTerm => ({ type: "phrase", text: blanked(text, (sign) => '"* '.includes(sign)).toLowerCase() }),
    );
  const within: DokuWikiTerm[] =
    filters.container === undefined ? [] : [{ type: "namespace", text: filters.container.toLowerCase() }];
  if (match === "all") return [...phrases, ...within];
  const turns = phrases.flatMap((phrase, at): DokuWikiTerm[] => (at > 0 ? [{ type: "or" }, phrase] : [phrase]));
  return [{ type: "(" }, ...turns, { type: ")" }, ...within];
}

/** Five a query, where any is looked for. */
function redmineTokens({ keywords, match }: SourceQuery): string[][] {
  const tokens = lookedFor(keywords)
    .map((text) => blanked(text, (sign) => '" '.includes(sign)))
    .filter((text) => [...text].length > 1 || /\p{sc=Han}/u.test(text));
  if (match === "all") return [[...new Set(tokens)]];
  const groups = Array.from({ length: Math.ceil(tokens.length / 5) }, (_, at) => tokens.slice(at * 5, at * 5 + 5));
  return groups.map((group) => [...new Set(group)]);
}
