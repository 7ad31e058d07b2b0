import { isDeepStrictEqual } from "node:util";
import { pick, type Random, randomInteger } from "../../base/random.ts";
import { checkQuery } from "../../db/sources/asking/check-query.ts";
import { writeCql } from "../../db/sources/confluence/cql.ts";
import { writeJql } from "../../db/sources/jira/jql.ts";
import type { SourceQuery } from "../../db/sources/port.ts";
import { lookedFor } from "./expected.ts";
import { hostileText } from "./hostile-texts.ts";
import type { QueryLanguage } from "./language.ts";
import { parseAtlassian, type QueryTree } from "./parse-atlassian.ts";
import { WORD_LANGUAGES } from "./word-languages.ts";

export const LANGUAGES: readonly QueryLanguage[] = [
  {
    name: "CQL",
    write: (query) => [writeCql(query)],
    read: parseAtlassian,
    expect: (query) => [expectedTree(query, { container: "space", author: "creator", changed: "lastmodified" })],
    ...{ filters: "any", isSearched: () => true },
  },
  {
    name: "JQL",
    write: (query) => [writeJql(query)],
    read: parseAtlassian,
    expect: (query) => [expectedTree(query, { container: "project", author: "reporter", changed: "updated" })],
    ...{ filters: "any", isSearched: () => true },
  },
  ...WORD_LANGUAGES,
];

export interface QueryCheck {
  language: string;
  /** Hostile keywords. */
  strings: number;
  /** Of them such that no index holds: in no query. */
  leftOut: number;
  queries: number;
  /** Written queries that are read as something else, or as nothing. */
  changed: readonly { keywords: readonly string[]; written: string }[];
}

/** Queries with hostile keywords, as an adapter writes them. */
export interface AskedQuery {
  given: SourceQuery;
  /** None where an index holds nothing of them. */
  written: readonly string[];
  expected: readonly unknown[];
  leftOut: number;
}

export function* writeQueries(language: QueryLanguage, strings: number, random: Random): Generator<AskedQuery> {
  for (let asked = 0; asked < strings; ) {
    const given = hostileQuery(random, language.filters);
    asked += given.keywords.length;
    const query = checkQuery(given, { filters: ["container", "author", "since", "until"] }, language.isSearched);
    if ("type" in query) yield { given, written: [], expected: [], leftOut: given.keywords.length };
    else {
      const leftOut = given.keywords.length - query.keywords.length;
      yield { given, written: language.write(query), expected: language.expect(given), leftOut };
    }
  }
}

/** Writes queries with so many hostile keywords, and reads them again. */
export function checkQueries(language: QueryLanguage, strings: number, random: Random): QueryCheck {
  const check = { language: language.name, strings: 0, leftOut: 0, queries: 0 };
  const changed: { keywords: readonly string[]; written: string }[] = [];
  for (const { given, written, leftOut } of writeQueries(language, strings, random)) {
    check.strings += given.keywords.length;
    check.leftOut += leftOut;
    check.queries += written.length;
    if (written.length > 0 && !isReadAs(language, written, given))
      changed.push({ keywords: given.keywords, written: written.join("\n") });
  }
  return { ...check, changed };
}

export function isReadAs({ read, expect }: QueryLanguage, written: readonly string[], query: SourceQuery): boolean {
  try {
    return isDeepStrictEqual(written.map(read), expect(query));
  } catch {
    // Not even a query of the language.
    return false;
  }
}

function hostileQuery(random: Random, filtered: QueryLanguage["filters"]): SourceQuery {
  const keywords = Array.from({ length: 1 + randomInteger(random, 3) }, () => hostileText(random));
  const match = pick(random, ["all", "any"] as const);
  if (filtered === "none") return { keywords, match, filters: {} };
  const value = (): string => (filtered === "any" ? hostileText(random) : `C${randomInteger(random, 1e6)}`);
  const container = random() < 0.3 ? { container: value() } : {};
  if (filtered === "container") return { keywords, match, filters: container };
  const filters = {
    ...container,
    ...(random() < 0.3 ? { author: value() } : {}),
    ...(random() < 0.3 ? { since: "2025-12-31" } : {}),
    ...(random() < 0.3 ? { until: "2026-02-28" } : {}),
  };
  return { keywords, match, filters };
}

interface Fields {
  container: string;
  author: string;
  changed: string;
}

function expectedTree({ keywords, match, filters }: SourceQuery, fields: Fields): QueryTree {
  const clause = (field: string, operator: string, value: string): QueryTree => ({
    ...{ type: "clause", field, operator, value },
  });
  const looked = lookedFor(keywords).map(
    (text): QueryTree => ({ type: "clause", field: "text", operator: "~", value: [{ type: "look for", text }] }),
  );
  const words: QueryTree[] = match === "all" || looked.length === 1 ? looked : [{ type: "or", of: looked }];
  const isWiki = fields.container === "space";
  const of: QueryTree[] = [
    ...(isWiki ? [{ type: "clause", field: "type", operator: "IN", value: ["page", "blogpost"] } as QueryTree] : []),
    ...words,
    ...(filters.container === undefined ? [] : [clause(fields.container, "=", filters.container)]),
    ...(filters.author === undefined ? [] : [clause(fields.author, "=", filters.author)]),
    ...(filters.since === undefined ? [] : [clause(fields.changed, ">=", "2025-12-31")]),
    ...(filters.until === undefined ? [] : [clause(fields.changed, "<", "2026-03-01")]),
  ];
  return of.length === 1 ? (of[0] as QueryTree) : { type: "and", of };
}
