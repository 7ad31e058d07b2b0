import type { Row, SqlPort } from "./ports.ts";

/** The ids of all entities of a substrate. */
export async function readEntityIds(sql: SqlPort): Promise<string[]> {
  const { rows } = await sql.query<Row & { entity_id: string }>(
    'SELECT entity_id FROM core.entity ORDER BY entity_id COLLATE "C"',
  );
  return rows.map(({ entity_id }) => entity_id);
}
