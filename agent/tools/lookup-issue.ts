import { z } from "zod";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { withoutOperators } from "../../db/search/query.ts";
import { toIssueRow } from "./issue-scope.ts";
import { factsOf } from "./substrate-facts.ts";
import { asCorpusHas } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";

/** Issues that stand in for a key that nothing has. */
const NEAREST = 5;
/** Linked records that are told of an issue. */
const MOST_LINKS = 50;

/** Part of the family `issues`: one report in full. */
export const lookupIssue = defineTool({
  name: "lookup_issue",
  family: "issues",
  description: [
    "Reads one report of a fault in full by its key, with what it is linked to, letter case apart.",
    "A key that no issue has is searched for as words: then matched_by is words, and such an issue does not exist.",
  ].join(" "),
  schema: () =>
    z.strictObject({ key: z.string().trim().min(1).max(200).describe("such as ABC-123, as it was written") }),
  row: z.looseObject({ id: z.string(), matched_by: z.enum(["key", "words"]), title: z.string() }),
  async run({ key: written }, { substrate, limits }) {
    const [key = written] = await asCorpusHas(substrate, [written]);
    const issues = await factsOf(substrate).issues();
    const meant = issues.get(key) ?? [...issues.values()].find(({ id }) => id.toLowerCase() === key.toLowerCase());
    if (meant) {
      const { id, ...issue } = meant;
      const row = {
        id,
        matched_by: "key",
        ...issue,
        ...(await restOf(id, { substrate, timeoutMs: limits.sqlTimeoutMs })),
      };
      return { type: "rows", rows: [row], truncated: false };
    }
    const filter = { types: ["backlog_item"], ids: [...issues.keys()] } as const;
    const hits = await substrate.search.keyword(withoutOperators(key), { limit: NEAREST, filter });
    const rows = hits.map((hit): Row => ({ matched_by: "words", ...toIssueRow(hit, issues.get(hit.id)!) }));
    return { type: "rows", rows, truncated: false, echoes: { not_found: [key] } };
  },
});

/** Its text, and its links as the tracker has them. */
async function restOf(id: string, { substrate, timeoutMs }: { substrate: Substrate; timeoutMs: number }): Promise<Row> {
  const [texts, links] = await Promise.all([
    substrate.sql.query<Row & { description: string }>(
      "SELECT description FROM canon.backlog_item WHERE backlog_item_id = $1",
      [id],
      { timeoutMs },
    ),
    substrate.sql.query<Row & { kind: string; other: string }>(
      `SELECT kind, other FROM (SELECT kind, CASE WHEN source_id = $1 THEN target_id ELSE source_id END AS other
         FROM raw.current_link WHERE source_id = $1 OR target_id = $1) l
       ORDER BY kind COLLATE "C", other COLLATE "C" LIMIT ${MOST_LINKS}`,
      [id],
      { timeoutMs },
    ),
  ]);
  return {
    description: texts.rows[0]?.description ?? "",
    links: links.rows.map(({ kind, other }) => ({ kind, id: other })),
  };
}
