import { z } from "zod";
import { issueFilterFields, issueRowSchema, issuesWithin, toIssueRow } from "./issue-scope.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** Of each ranking so many are merged: the published fault-history agent's. */
const POOL = 15;
const [DEFAULT, MOST] = [5, 50];

/** The family `issues`: reports of faults by words and by meaning. */
export const searchIssues = defineTool({
  name: "search_issues",
  family: "issues",
  description: [
    "Searches the reports of faults (bugs, incidents) by words and by meaning at once, both rankings merged: what is known of a symptom, an error message, a component.",
    "Returns issues, best first, with id, title, status, components, versions, when each was filed, and a snippet. It holds no test cases.",
  ].join(" "),
  schema: () =>
    z.strictObject({
      query: z.string().trim().min(1).max(2000).describe("a symptom or message, in words"),
      limit: z.number().int().min(1).max(MOST).default(DEFAULT),
      ...issueFilterFields,
    }),
  row: issueRowSchema,
  async run({ query, limit, ...filter }, { substrate, limits }) {
    const issues = await factsOf(substrate).issues();
    const { ids, echoes } = issuesWithin(issues, filter);
    const options = { limit, pool: Math.max(POOL, limit), k: limits.rrfK };
    const hits = await substrate.search.hybrid(query, { ...options, filter: { types: ["backlog_item"], ids } });
    return {
      type: "rows",
      rows: hits.map((hit) => toIssueRow(hit, issues.get(hit.id)!)),
      truncated: hits.length === limit,
      facts: { searched: ids.length },
      echoes,
    };
  },
});
