import { z } from "zod";
import { FAULT_PATTERN, PATTERN_MEMBER } from "../../db/issues/patterns.ts";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** So many are found by meaning, of which a re-ranker keeps the first: the published fault-history agent's. */
const [DEFAULT, MOST] = [3, 20];
/** Reports that are told of a pattern. */
const MOST_REPORTS = 20;

/** Part of the family `issues`: what reports have in common. */
export const searchPatterns = defineTool({
  name: "search_patterns",
  family: "issues",
  description: [
    "Searches the fault patterns that were mined from the reports: kinds of trouble that come again, in which words and how often. For what is likely to break; single reports are found by search_issues.",
    "Returns patterns, best first, with what their reports say and ids of some of these. No rows where none were mined.",
  ].join(" "),
  schema: () =>
    z.strictObject({
      query: z.string().trim().min(1).max(2000).describe("a part, a change or a symptom, in words"),
      limit: z.number().int().min(1).max(MOST).default(DEFAULT),
    }),
  row: z.strictObject({
    id: z.string(),
    title: z.string(),
    score: z.number(),
    text: z.string(),
    reports: z.number().int(),
    issues: z.array(z.string()),
  }),
  async run({ query, limit }, { substrate }) {
    const patterns = (await factsOf(substrate).knowledge()).filter(({ kind }) => kind === FAULT_PATTERN);
    const byId = new Map(patterns.map((pattern) => [pattern.entryId, pattern]));
    const hits = await substrate.search.vector(query, {
      limit,
      filter: { types: ["knowledge"], ids: [...byId.keys()] },
    });
    const members = await membersOf(
      substrate,
      hits.map(({ id }) => id),
    );
    const rows = hits.map(({ id, title, score }): Row => {
      const own = members.get(id) ?? [];
      const { definition } = byId.get(id)!;
      return {
        id,
        title,
        score: Number(score.toPrecision(6)),
        text: definition,
        reports: own.length,
        issues: own.slice(0, MOST_REPORTS),
      };
    });
    return { type: "rows", rows, truncated: hits.length === limit, facts: { mined: patterns.length } };
  },
});

async function membersOf({ sql }: Substrate, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql.query<Row & { source_id: string; targets: string[] }>(
    `SELECT source_id, array_agg(target_id ORDER BY target_id COLLATE "C") AS targets FROM raw.current_link
     WHERE kind = $2 AND source_id = ANY($1::text[]) GROUP BY source_id`,
    [ids, PATTERN_MEMBER],
  );
  return new Map(rows.map(({ source_id, targets }) => [source_id, targets]));
}
