import type { Row, SqlPort } from "./ports.ts";

/** The ids of all entities of a substrate, in the order of their code points. One row: of 200,000 it takes a tenth of the time. */
export async function readEntityIds(sql: SqlPort): Promise<string[]> {
  const { rows } = await sql.query<Row & { ids: string[] | null }>(
    'SELECT json_agg(entity_id ORDER BY entity_id COLLATE "C") AS ids FROM core.entity',
  );
  return rows[0]?.ids ?? [];
}
