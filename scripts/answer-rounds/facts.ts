import type { Row, SqlPort } from "../../db/ports/ports.ts";

/** What the records say, read by queries of their own: what answers are held against. */
export interface Facts {
  /** Every id with its name and type. */
  names: ReadonlyMap<string, { name: string; type: string; subtype: string }>;
  /** Test cases by what they are linked to directly, and items by what contains them. */
  tests: ReadonlyMap<string, ReadonlySet<string>>;
  children: ReadonlyMap<string, ReadonlySet<string>>;
  /** Values of a test case's attributes. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>;
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
  const values = await rowsOf(
    `SELECT test_case_id AS id, key, value FROM canon.test_case, jsonb_each_text(attributes)
     UNION SELECT test_case_id, c.key, c.value FROM canon.test_case t, LATERAL (VALUES ('quality_area', t.quality_area),
       ('execution_context', t.execution_context), ('automated_suite', t.automated_suite)) c(key, value) WHERE c.value IS NOT NULL`,
  );
  return {
    names: new Map(entities.map(({ id = "", name = "", type = "", subtype = "" }) => [id, { name, type, subtype }])),
    tests: grouped(links),
    children: grouped(contained),
    values: new Map(
      [...Map.groupBy(values, ({ id = "" }) => id)].map(([id, own]) => [
        id,
        new Map(own.map(({ key = "", value = "" }) => [key, value])),
      ]),
    ),
  };
}

function grouped(pairs: readonly Record<string, string>[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { source = "", target = "" } of pairs) groups.set(source, (groups.get(source) ?? new Set()).add(target));
  return groups;
}

/** The tests of something, or of it and everything below it. */
export function testsOf(facts: Facts, id: string, deep: boolean): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const open = [id]; open.length > 0; ) {
    const next = open.pop() as string;
    if (seen.has(next)) continue;
    seen.add(next);
    for (const test of facts.tests.get(next) ?? []) found.add(test);
    if (deep) open.push(...(facts.children.get(next) ?? []));
  }
  return found;
}
