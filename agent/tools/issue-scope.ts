import { z } from "zod";
import { type Issue, type IssueFilter, isWithin } from "../../db/issues/issues.ts";
import type { Row, SearchHit } from "../../db/ports/ports.ts";

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$/;
const time = (what: string) =>
  z
    .string()
    .regex(TIME, "expected a day such as 2024-05-31, or a time in UTC such as 2024-05-31T08:00:00Z")
    .describe(what);
const name = (what: string) => z.string().trim().min(1).max(200).describe(what);

/** What issues are narrowed by. */
export const issueFilterFields = {
  component: name("only issues of this component, exact name").optional(),
  version: name("only issues that name this version as affected or fixed, exact").optional(),
  from: time("only issues filed on this day or later").optional(),
  before: time("only issues filed before this day").optional(),
};

/** Values that are told where a filter names none of them. */
const MOST_TOLD = 20;

/** The issues within a filter, and what to tell of a component or a version that no issue has. */
export function issuesWithin(
  issues: ReadonlyMap<string, Issue>,
  filter: IssueFilter,
): { ids: readonly string[]; echoes: Record<string, unknown> } {
  const all = [...issues.values()];
  const known = (names: (issue: Issue) => readonly string[]) =>
    [...new Set(all.flatMap(names))].toSorted().slice(0, MOST_TOLD);
  const { component, version } = filter;
  const lacks = (only: IssueFilter) => !all.some((issue) => isWithin(issue, only));
  return {
    ids: all.filter((issue) => isWithin(issue, filter)).map(({ id }) => id),
    echoes: {
      ...(component !== undefined &&
        lacks({ component }) && { no_issue_of_component: component, components: known((issue) => issue.components) }),
      ...(version !== undefined &&
        lacks({ version }) && { no_issue_of_version: version, versions: known((issue) => issue.versions) }),
    },
  };
}

export const issueRowSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  components: z.array(z.string()),
  versions: z.array(z.string()),
  created: z.string().nullable(),
  score: z.number(),
  snippet: z.string(),
});

export function toIssueRow({ id, title, score, snippet }: SearchHit, issue: Issue): Row {
  const { status, components, versions, created } = issue;
  return { id, title, status, components, versions, created, score: Number(score.toPrecision(6)), snippet };
}
