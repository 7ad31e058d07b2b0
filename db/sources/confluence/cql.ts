import { addDays } from "../asking/check-query.ts";
import { keywordClause, quoted } from "../asking/quoted.ts";
import type { SourceQuery } from "../port.ts";

/** https://developer.atlassian.com/cloud/confluence/advanced-searching-using-cql/: pages and blog posts, of which a day is one of the asking person's zone. */
export function writeCql({ keywords, match, filters }: SourceQuery): string {
  return [
    "type IN (page, blogpost)",
    keywordClause(keywords, match),
    ...(filters.container === undefined ? [] : [`space = ${quoted(filters.container)}`]),
    ...(filters.author === undefined ? [] : [`creator = ${quoted(filters.author)}`]),
    ...(filters.since === undefined ? [] : [`lastmodified >= ${quoted(filters.since)}`]),
    ...(filters.until === undefined ? [] : [`lastmodified < ${quoted(addDays(filters.until, 1) ?? filters.until)}`]),
  ].join(" AND ");
}
