import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import { aboutLinksOf, readEntities } from "./entity-ids.ts";
import { pageOf, pagingFields } from "./paging.ts";
import { asCorpusHas } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Part of the family `graph`: which test cases a change reaches. */
export const graphImpact = defineTool({
  name: "graph_impact",
  family: "graph",
  description: [
    "Blast radius of a change: the test cases that a backlog item, message or protocol reaches within a number of hops, nearest first, each once by its shortest way.",
    "From a backlog item it goes down to the items that it contains and on to their test cases; from a message to its test cases and over its protocols; from a protocol to its test cases and over its messages. Of source code also from a function to those that call it, and from a class to those that inherit from it.",
    "Depth 1 gives direct links only; more depth reaches what lies below. Groups count the test cases by distance and path.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      id: z.string().trim().min(1).max(200).describe("exact id of a backlog item, message or protocol"),
      depth: z
        .number()
        .int()
        .min(1)
        .max(limits.graphDepthMax)
        .default(limits.graphDepthDefault)
        .describe("hops, the last one to the test case"),
      ...pagingFields(limits),
    }),
  row: z.looseObject({
    test_case_id: z.string(),
    test_case_name: z.string(),
    distance: z.number(),
    path: z.string(),
    through: z.string(),
  }),
  async run({ id: written, depth, limit, offset }, { substrate, limits }) {
    const [id = written] = await asCorpusHas(substrate, [written]);
    const entities = await readEntities(substrate, [id]);
    const start = entities.get(id);
    if (start?.type === "test_case")
      throw new ToolFailure(
        "invalid_arguments",
        `${id} is a test case.`,
        "Impact starts at a backlog item, a message or a protocol.",
      );
    const { rows } = await substrate.sql.query<ImpactRow>(IMPACT, [id, depth, limit, offset], {
      timeoutMs: limits.sqlTimeoutMs,
    });
    const [{ total, groups }] = rows as [ImpactRow];
    const found = rows.filter((row) => row.test_case_id !== null);
    const page = pageOf({ offset, count: found.length, total });
    return {
      type: "rows",
      rows: found.map(({ total: _total, groups: _groups, ...row }) => row),
      total,
      truncated: page.truncated,
      facts: { ...(start ? { start } : {}), groups, ...page.facts },
      echoes: await aboutLinksOf(substrate, [id], entities),
    };
  },
});

type ImpactRow = Row & { test_case_id: string | null; total: number; groups: unknown[] };

/** `$1` start, `$2` depth, `$3` limit, `$4` offset. One row of nulls when the page is empty, for the totals. */
const IMPACT = `
WITH RECURSIVE down(id, hops, chain) AS (
  SELECT $1::text, 0, ARRAY[$1::text]
  UNION ALL
  SELECT c.child_id, d.hops + 1, d.chain || c.child_id
  FROM down d JOIN canon.containment c ON c.parent_id = d.id WHERE d.hops + 1 < $2::int AND c.child_id <> ALL (d.chain)
), callers(id, hops) AS (
  SELECT $1::text, 0
  UNION
  SELECT c.caller_id, d.hops + 1 FROM callers d JOIN proc.message_call c ON c.callee_id = d.id WHERE d.hops + 1 < $2::int
), heirs(id, hops) AS (
  SELECT $1::text, 0
  UNION
  SELECT i.protocol_id, d.hops + 1 FROM heirs d JOIN proc.protocol_inheritance i ON i.base_id = d.id WHERE d.hops + 1 < $2::int
), reached AS (
  SELECT l.test_case_id, d.hops + 1 AS distance, repeat('CONTAINS > ', d.hops) || 'REFERENCES' AS path, d.chain AS through
    FROM down d JOIN core.trace_link l ON l.reference_id = d.id
  UNION ALL
  SELECT test_case_id, 1, 'COVERS_MESSAGE', ARRAY[$1::text] FROM proc.test_case_message WHERE message_id = $1::text
  UNION ALL
  SELECT test_case_id, 1, 'COVERS_PROTOCOL', ARRAY[$1::text] FROM proc.test_case_protocol WHERE protocol_id = $1::text
  UNION ALL
  SELECT t.test_case_id, 2, 'BELONGS_TO > COVERS_PROTOCOL', ARRAY[$1::text, m.protocol_id]
    FROM proc.message_protocol m JOIN proc.test_case_protocol t USING (protocol_id) WHERE m.message_id = $1::text AND $2::int > 1
  UNION ALL
  SELECT t.test_case_id, 2, 'BELONGS_TO > COVERS_MESSAGE', ARRAY[$1::text, m.message_id]
    FROM proc.message_protocol m JOIN proc.test_case_message t USING (message_id) WHERE m.protocol_id = $1::text AND $2::int > 1
  UNION ALL
  SELECT t.test_case_id, c.hops + 1, repeat('CALLS > ', c.hops) || 'COVERS_MESSAGE', ARRAY[$1::text, c.id]
    FROM callers c JOIN proc.test_case_message t ON t.message_id = c.id WHERE c.hops > 0
  UNION ALL
  SELECT t.test_case_id, h.hops + 1, repeat('INHERITS > ', h.hops) || 'COVERS_PROTOCOL', ARRAY[$1::text, h.id]
    FROM heirs h JOIN proc.test_case_protocol t ON t.protocol_id = h.id WHERE h.hops > 0
), nearest AS (
  SELECT DISTINCT ON (test_case_id) test_case_id, distance, path, array_to_string(through, ' > ') AS through
  FROM reached ORDER BY test_case_id, distance, path, array_to_string(through, ' > ') COLLATE "C"
), groups AS (
  SELECT distance, path, count(*)::int AS test_cases FROM nearest GROUP BY distance, path
), totals AS (
  SELECT (SELECT count(*)::int FROM nearest) AS total,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('distance', distance, 'path', path, 'test_cases', test_cases) ORDER BY distance, path), '[]') FROM groups) AS groups
), page AS (
  SELECT * FROM nearest ORDER BY distance, through COLLATE "C", test_case_id COLLATE "C" LIMIT $3::int OFFSET $4::int
)
SELECT p.test_case_id, t.name AS test_case_name, p.distance, p.path, p.through, totals.total, totals.groups
FROM totals LEFT JOIN page p ON true LEFT JOIN canon.test_case t ON t.test_case_id = p.test_case_id
ORDER BY p.distance, p.through COLLATE "C", p.test_case_id COLLATE "C"`;
