import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import { aboutLinksOf, readEntities } from "./entity-ids.ts";
import { asCorpusHas } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";

const TYPES = ["backlog_item", "message", "protocol"] as const;

/** Part of the family `graph`: what has test cases and what has none. */
export const traceCoverage = defineTool({
  name: "trace_coverage",
  family: "graph",
  description: [
    "Counts the test cases that are linked directly to given backlog items and the items they contain, to the messages of given protocols, or to given messages, so that gaps show.",
    "Each row is one item with its number of test cases; covered is false when there is none. Messages also carry the coverage status that was recorded for them. With only_uncovered just the gaps come back.",
    "Give either ids, or a type for everything of that type.",
  ].join(" "),
  schema: (limits) =>
    z
      .strictObject({
        ids: z
          .array(z.string().trim().min(1).max(200))
          .max(50)
          .default([])
          .describe("exact ids of backlog items, messages or protocols"),
        type: z.enum(TYPES).optional().describe("in place of ids: everything of this type"),
        subtype: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe("with type backlog_item: those of this subtype alone"),
        depth: z
          .number()
          .int()
          .min(0)
          .max(limits.graphDepthMax)
          .default(limits.graphDepthDefault)
          .describe("levels below ids; 0 = only the items themselves"),
        only_uncovered: z.boolean().default(false),
        limit: z.number().int().min(1).max(limits.sqlMaxLimit).default(limits.sqlDefaultLimit),
      })
      .refine(({ ids, type }) => (ids.length === 0) !== (type === undefined), {
        message: "give either ids or a type",
      })
      .refine(({ type, subtype }) => subtype === undefined || type === "backlog_item", {
        message: "a subtype goes with type backlog_item",
      }),
  row: z.looseObject({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    level: z.number(),
    test_cases: z.number(),
    covered: z.boolean(),
  }),
  async run({ ids, type = null, subtype = null, depth, only_uncovered, limit }, { substrate, limits }) {
    const asked = [...new Set(await asCorpusHas(substrate, ids ?? []))];
    const entities = await readEntities(substrate, asked);
    const parameters = [asked, type === null ? depth : 0, type, subtype];
    const { rows } = await substrate.sql.query<CoverageRow>(COVERAGE, parameters, { timeoutMs: limits.sqlTimeoutMs });
    const wanted = only_uncovered ? rows.filter((row) => !row.covered) : rows;
    const uncovered = rows.filter((row) => !row.covered).length;
    const facts = { items: rows.length, covered: rows.length - uncovered, uncovered };
    return {
      type: "rows",
      rows: wanted.slice(0, limit),
      total: wanted.length,
      truncated: wanted.length > limit,
      facts,
      echoes: await aboutLinksOf(
        substrate,
        asked,
        new Map([...entities, ...wanted.map((row) => [row.id, row] as const)]),
      ),
    };
  },
});

type CoverageRow = Row & { id: string; type: string; name: string; covered: boolean };

/** `$1` ids, `$2` depth, `$3` a type in place of ids, `$4` a subtype of it. One row an item, at its smallest level. */
const COVERAGE = `
WITH RECURSIVE asked(id) AS (
  SELECT unnest($1::text[])
  UNION SELECT backlog_item_id FROM canon.backlog_item
    WHERE $3::text = 'backlog_item' AND ($4::text IS NULL OR lower(subtype) = lower($4::text))
  UNION SELECT protocol_id FROM proc.protocol WHERE $3::text = 'protocol'
  UNION SELECT message_id FROM proc.message WHERE $3::text = 'message'
), down(id, level) AS (
  SELECT id, 0 FROM asked
  UNION
  SELECT c.child_id, d.level + 1 FROM down d JOIN canon.containment c ON c.parent_id = d.id WHERE d.level < $2::int
), item AS (
  SELECT d.id, min(d.level) AS level, 'backlog_item' AS type, b.subtype, b.name, NULL AS recorded_status
    FROM down d JOIN canon.backlog_item b ON b.backlog_item_id = d.id GROUP BY d.id, b.subtype, b.name
  UNION ALL
  SELECT p.protocol_id, 0, 'protocol', NULL, p.name, NULL FROM proc.protocol p WHERE p.protocol_id IN (SELECT id FROM asked)
  UNION ALL
  SELECT m.message_id, CASE WHEN m.message_id IN (SELECT id FROM asked) THEN 0 ELSE 1 END, 'message', NULL, m.name, m.coverage_status
    FROM proc.message m WHERE m.message_id IN (SELECT id FROM asked)
      OR ($2::int > 0 AND EXISTS (SELECT FROM proc.message_protocol mp WHERE mp.message_id = m.message_id AND mp.protocol_id IN (SELECT id FROM asked)))
), counted AS (
  SELECT i.*, CASE i.type
    WHEN 'backlog_item' THEN (SELECT count(*) FROM core.trace_link l WHERE l.reference_id = i.id)
    WHEN 'protocol' THEN (SELECT count(*) FROM proc.test_case_protocol l WHERE l.protocol_id = i.id)
    ELSE (SELECT count(*) FROM proc.test_case_message l WHERE l.message_id = i.id) END::int AS test_cases
  FROM item i
)
SELECT id, type, subtype, name, level, test_cases, test_cases > 0 AS covered, recorded_status FROM counted
ORDER BY level, type, id COLLATE "C"`;
