import { grouped } from "../../base/grouped.ts";
import type { Row, SqlPort } from "../../db/ports/ports.ts";

/** What the records say, read by queries of their own: what answers are held against. */
export interface Facts {
  /** Every id with its name and type. */
  names: ReadonlyMap<string, { name: string; type: string; subtype: string }>;
  /** Test cases by what they are linked to directly, and items by what contains them. */
  tests: ReadonlyMap<string, ReadonlySet<string>>;
  children: ReadonlyMap<string, ReadonlySet<string>>;
  /** Values of a record's attributes and columns, and all that it says. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  texts: ReadonlyMap<string, string>;
}

export async function readFacts(sql: SqlPort): Promise<Facts> {
  const rowsOf = async (query: string) => (await sql.query<Row & Record<string, string>>(query)).rows;
  const entities = await rowsOf(
    "SELECT entity_id AS id, entity_type AS type, coalesce(subtype, '') AS subtype, name FROM core.entity WHERE entity_type <> 'knowledge'",
  );
  const links = await rowsOf(
    `SELECT reference_id AS source, test_case_id AS target FROM core.trace_link
     UNION SELECT message_id, test_case_id FROM proc.test_case_message
     UNION SELECT protocol_id, test_case_id FROM proc.test_case_protocol`,
  );
  const contained = await rowsOf(
    "SELECT parent_id AS source, child_id AS target FROM canon.containment UNION SELECT protocol_id, message_id FROM proc.message_protocol",
  );
  const records = RECORDS.map(([table, key]) => `SELECT ${key} AS id, to_jsonb(t) AS fields FROM ${table} t`);
  const values = await rowsOf(
    `WITH record AS (${records.join(" UNION ALL ")})
     SELECT id, key, value FROM record, jsonb_each_text(fields) WHERE value IS NOT NULL AND key <> 'attributes'
     UNION ALL SELECT id, key, value FROM record, jsonb_each_text(coalesce(fields->'attributes', '{}')) WHERE value IS NOT NULL`,
  );
  const byId = grouped(values, ({ id = "" }) => id);
  return {
    names: new Map(entities.map(({ id = "", name = "", type = "", subtype = "" }) => [id, { name, type, subtype }])),
    tests: targetsOf(links),
    children: targetsOf(contained),
    values: new Map([...byId].map(([id, own]) => [id, new Map(own.map(({ key = "", value = "" }) => [key, value]))])),
    texts: new Map([...byId].map(([id, own]) => [id, own.map(({ value = "" }) => value).join("\n")])),
  };
}

const RECORDS = [
  ["canon.test_case", "test_case_id"],
  ["canon.backlog_item", "backlog_item_id"],
  ["proc.message", "message_id"],
  ["proc.protocol", "protocol_id"],
  ["canon.other_artifact", "artifact_id"],
] as const;

function targetsOf(pairs: readonly Record<string, string>[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { source = "", target = "" } of pairs) groups.set(source, (groups.get(source) ?? new Set()).add(target));
  return groups;
}

/** The tests of something, or of it and everything below it. */
export function testsOf(facts: Facts, id: string, deep: boolean): Set<string> {
  const found = new Set<string>();
  for (const one of deep ? withAllBelow(facts, id) : [id])
    for (const test of facts.tests.get(one) ?? []) found.add(test);
  return found;
}

/** Something and everything that it contains, at any level. */
export function withAllBelow({ children }: Facts, id: string): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const open = [id]; open.length > 0; ) {
    const next = open.pop() as string;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(children.get(next) ?? []));
  }
  return seen;
}
