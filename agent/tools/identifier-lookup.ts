import { z } from "zod";
import { grouped } from "../../base/grouped.ts";
import { withoutEscapes } from "../../base/ids/plain-text.ts";
import { compareText } from "../../base/text-order.ts";
import { normaliseReference } from "../../db/ingest/reference-ids.ts";
import type { Row, Substrate } from "../../db/ports/ports.ts";
import { notFound } from "./entity-ids.ts";
import { entityTypeSchema } from "./search-input.ts";
import { idsOf } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";

/** The family `identifier`: records by id. */
export const identifierLookup = defineTool({
  name: "identifier_lookup",
  family: "identifier",
  description: [
    "Reads the full records of test cases, backlog items, messages, protocols and other artifacts by id.",
    'Each id is tried exactly, then without notes and qualifiers ("FEA-12 (v2)"), letter case and separators; matched_by says which.',
    "Ids that name nothing are listed in not_found: such a record does not exist.",
    "With a text, the records whose ids stand in it: for ids whose shape does not give them away.",
  ].join(" "),
  schema: () =>
    z
      .strictObject({
        ids: z.array(z.string().trim().min(1).max(200)).min(1).max(50).optional().describe("ids as they were written"),
        text: z.string().trim().min(1).max(4000).optional().describe("a question or sentence that may name ids"),
      })
      .refine(({ ids, text }) => ids !== undefined || text !== undefined, "give ids or a text"),
  row: z.looseObject({
    asked: z.string(),
    matched_by: z.string(),
    id: z.string(),
    type: entityTypeSchema,
    name: z.string(),
  }),
  async run({ ids = [], text }, { substrate, limits }) {
    const given = [...new Set(ids)];
    const read = { substrate, timeoutMs: limits.sqlTimeoutMs };
    const inText = text === undefined ? new Map<string, string[]>() : await findInText(read, text);
    const asked = [...new Set([...given, ...inText.keys()])];
    const exact = await readRecords(read, asked);
    const rest = new Map([
      ...(await findNormalised(
        read,
        given.filter((id) => !exact.has(id)),
      )),
      ...[...inText].filter(([id]) => !exact.has(id)),
    ]);
    const records = new Map([...exact, ...(await readRecords(read, [...rest.values()].flat()))]);
    const found = new Map<string, string[]>([
      ...[...exact.keys()].map((id): [string, string[]] => [id, [id]]),
      ...[...rest].filter(([, matches]) => matches.some((id) => records.has(id))),
    ]);
    const rows = asked.flatMap((id) =>
      (found.get(id) ?? []).flatMap((match) => {
        const record = records.get(match);
        return record ? [toRow(id, record)] : [];
      }),
    );
    return { type: "rows", rows, truncated: false, echoes: notFound(given, found) };
  },
});

interface Read {
  substrate: Substrate;
  timeoutMs: number;
}

interface EntityRecord {
  id: string;
  type: string;
  fields: Record<string, unknown>;
}

function toRow(asked: string, { id, type, fields }: EntityRecord): Row {
  const { attributes, ...rest } = fields;
  return {
    asked,
    matched_by: asked === id ? "exact" : "normalised",
    id,
    type,
    ...rest,
    ...(attributes ? { attributes } : {}),
  };
}

async function readRecords({ substrate, timeoutMs }: Read, ids: readonly string[]): Promise<Map<string, EntityRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await substrate.sql.query<Row & EntityRecord>(RECORDS, [ids], { timeoutMs });
  return new Map(rows.map(({ id, type, fields }) => [id, { id, type, fields }]));
}

/** Ids that are equal once notes, letter case and separators are gone; several may be. */
async function findNormalised({ substrate, timeoutMs }: Read, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const keys = new Map(ids.map((id) => [id, keyOf(normaliseReference(id))]));
  const { rows } = await substrate.sql.query<Row & { entity_id: string; key: string }>(
    `SELECT entity_id, key FROM (SELECT entity_id, entity_type, lower(translate(entity_id, ' _-./', '')) AS key FROM core.entity) e
     WHERE key = ANY($1::text[]) AND entity_type <> 'knowledge'`,
    [[...keys.values()]],
    { timeoutMs },
  );
  const matches = (id: string): string[] => rows.filter((row) => row.key === keys.get(id)).map((row) => row.entity_id);
  return new Map(ids.map((id) => [id, matches(id).sort(compareText)] as const).filter(([, found]) => found.length > 0));
}

/** Records read for a text; a longer list of what it may name is no help. */
const MOST_IN_TEXT = 50;

/** Ids that stand in a text, by how they are written there; not each of them is a record's. */
async function findInText({ substrate }: Read, text: string): Promise<Map<string, string[]>> {
  const found = (await idsOf(substrate)).find(text).slice(0, MOST_IN_TEXT);
  return new Map([...grouped(found, (one) => one.text)].map(([written, all]) => [written, all.map(({ id }) => id)]));
}

function keyOf(id: string): string {
  return withoutEscapes(id)
    .replace(/[ _./-]/g, "")
    .toLowerCase();
}

const BOOKKEEPING = "- 'payload_id' - 'ingest_run_id' - 'content_hash'";
const RECORDS = `
SELECT test_case_id AS id, 'test_case' AS type, to_jsonb(t) - 'test_case_id' - 'sections' ${BOOKKEEPING} AS fields
  FROM canon.test_case t WHERE test_case_id = ANY($1::text[])
UNION ALL
SELECT backlog_item_id, 'backlog_item', to_jsonb(b) - 'backlog_item_id' ${BOOKKEEPING} FROM canon.backlog_item b WHERE backlog_item_id = ANY($1::text[])
UNION ALL
SELECT protocol_id, 'protocol', to_jsonb(p) - 'protocol_id' ${BOOKKEEPING} FROM proc.protocol p WHERE protocol_id = ANY($1::text[])
UNION ALL
SELECT message_id, 'message', to_jsonb(m) - 'message_id' - 'protocol_id' ${BOOKKEEPING} || jsonb_build_object(
    'aliases', (SELECT coalesce(jsonb_agg(a.alias ORDER BY a.alias COLLATE "C"), '[]') FROM proc.message_alias a WHERE a.message_id = m.message_id),
    'protocols', (SELECT coalesce(jsonb_agg(mp.protocol_id ORDER BY mp.protocol_id COLLATE "C"), '[]') FROM proc.message_protocol mp WHERE mp.message_id = m.message_id))
  FROM proc.message m WHERE message_id = ANY($1::text[])
UNION ALL
SELECT artifact_id, 'other', to_jsonb(o) - 'artifact_id' ${BOOKKEEPING} FROM canon.other_artifact o WHERE artifact_id = ANY($1::text[])`;
