import { addDays } from "../asking/check-query.ts";
import { keywordClause, quoted } from "../asking/quoted.ts";
import type { SourceQuery } from "../port.ts";

/** https://support.atlassian.com/jira-software-cloud/docs/what-is-advanced-search-in-jira-cloud/: `text` holds comments, too; a day is one of the asking person's zone. */
export function writeJql({ keywords, match, filters }: SourceQuery): string {
  return [
    keywordClause(keywords, match),
    ...(filters.container === undefined ? [] : [`project = ${quoted(filters.container)}`]),
    ...(filters.author === undefined ? [] : [`reporter = ${quoted(filters.author)}`]),
    ...(filters.since === undefined ? [] : [`updated >= ${quoted(filters.since)}`]),
    ...(filters.until === undefined ? [] : [`updated < ${quoted(addDays(filters.until, 1) ?? filters.until)}`]),
  ].join(" AND ");
}
