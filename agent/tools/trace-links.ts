import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import { aboutLinksOf, readEntities } from "./entity-ids.ts";
import { pageOf, pagingFields } from "./paging.ts";
import { asCorpusHas } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";

/** The family `trace_link`: recorded links, both ways. */
export const traceLinks = defineTool({
  name: "trace_links",
  family: "trace_link",
  description: [
    "Lists the recorded links of given ids, both ways: of a backlog item, message or protocol the test cases that are linked to it directly; of a test case what it is linked to.",
    "Only recorded links, one step: items below a backlog item are not followed. Ids must be exact; those that name nothing are in not_found, existing ones without any link in without_links.",
    "Each row has the id asked for, the test case, what it is linked to, and the kind of link.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      ids: z
        .array(z.string().trim().min(1).max(200))
        .min(1)
        .max(100)
        .describe("exact ids of test cases, backlog items, messages or protocols"),
      linked_type: z.enum(["backlog_item", "message", "protocol"]).optional().describe("only links to this type"),
      ...pagingFields(limits),
    }),
  row: z.looseObject({
    asked: z.string(),
    test_case_id: z.string(),
    test_case_name: z.string(),
    linked_id: z.string(),
    linked_type: z.string(),
    kind: z.string(),
  }),
  async run({ ids, linked_type, limit, offset }, { substrate, limits }) {
    const asked = [...new Set(await asCorpusHas(substrate, ids))];
    const entities = await readEntities(substrate, asked);
    const { rows } = await substrate.sql.query<Row & { total: number; linked: string[] }>(
      LINKS,
      [asked, linked_type ?? null, limit, offset],
      { timeoutMs: limits.sqlTimeoutMs },
    );
    const { total = 0, linked = [] } = rows[0] ?? {};
    const echoes = await aboutLinksOf(substrate, asked, entities);
    const isKept = (id: string) => entities.has(id) && !echoes.links_not_kept?.includes(id);
    const without = offset === 0 ? asked.filter((id) => isKept(id) && !linked.includes(id)) : [];
    const page = pageOf({ offset, count: rows.length, total });
    return {
      type: "rows",
      rows: rows.map(({ total: _total, linked: _linked, ...row }) => row),
      total,
      truncated: page.truncated,
      facts: { ...(without.length > 0 ? { without_links: without } : {}), ...page.facts },
      echoes,
    };
  },
});

/**
 * The planner does not see how many ids there are, or it would plan anew for each list: 4 ms, where the links take one. A page's names are
 * looked up: for a page of a thousand it would read all test cases.
 */
const LINKS = `
WITH asked AS (SELECT unnest(ids) AS id FROM (SELECT $1::text[] AS ids OFFSET 0) given),
link AS (
  SELECT a.id AS asked, l.test_case_id, l.reference_id AS linked_id, 'backlog_item' AS linked_type, b.name AS linked_name, l.kind
    FROM asked a JOIN core.trace_link l ON l.reference_id = a.id JOIN canon.backlog_item b ON b.backlog_item_id = l.reference_id
  UNION ALL
  SELECT a.id, l.test_case_id, l.reference_id, 'backlog_item', b.name, l.kind
    FROM asked a JOIN core.trace_link l ON l.test_case_id = a.id JOIN canon.backlog_item b ON b.backlog_item_id = l.reference_id
  UNION ALL
  SELECT a.id, l.test_case_id, l.message_id, 'message', m.name, 'covers_message'
    FROM asked a JOIN proc.test_case_message l ON l.message_id = a.id JOIN proc.message m ON m.message_id = l.message_id
  UNION ALL
  SELECT a.id, l.test_case_id, l.message_id, 'message', m.name, 'covers_message'
    FROM asked a JOIN proc.test_case_message l ON l.test_case_id = a.id JOIN proc.message m ON m.message_id = l.message_id
  UNION ALL
  SELECT a.id, l.test_case_id, l.protocol_id, 'protocol', p.name, CASE WHEN l.derived THEN 'covers_protocol_derived' ELSE 'covers_protocol' END
    FROM asked a JOIN proc.test_case_protocol l ON l.protocol_id = a.id JOIN proc.protocol p ON p.protocol_id = l.protocol_id
  UNION ALL
  SELECT a.id, l.test_case_id, l.protocol_id, 'protocol', p.name, CASE WHEN l.derived THEN 'covers_protocol_derived' ELSE 'covers_protocol' END
    FROM asked a JOIN proc.test_case_protocol l ON l.test_case_id = a.id JOIN proc.protocol p ON p.protocol_id = l.protocol_id
),
wanted AS (SELECT * FROM link WHERE $2::text IS NULL OR linked_type = $2::text),
page AS (
  SELECT * FROM wanted ORDER BY asked COLLATE "C", linked_type, linked_id COLLATE "C", test_case_id COLLATE "C" LIMIT $3::int OFFSET $4::int
)
SELECT w.asked, w.test_case_id, t.name AS test_case_name, w.linked_id, w.linked_type, w.linked_name, w.kind,
       (SELECT count(*) FROM wanted)::int AS total, (SELECT array_agg(DISTINCT asked) FROM wanted) AS linked
FROM page w CROSS JOIN LATERAL (SELECT own.name FROM canon.test_case own WHERE own.test_case_id = w.test_case_id OFFSET 0) t
ORDER BY w.asked COLLATE "C", w.linked_type, w.linked_id COLLATE "C", w.test_case_id COLLATE "C"`;
