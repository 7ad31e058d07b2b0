import type { Row, Substrate } from "../../db/ports.ts";

export interface Entity {
  id: string;
  type: string;
  name: string;
}

/** The entities that have one of these ids, exactly; knowledge entries apart. */
export async function readEntities({ sql }: Substrate, ids: readonly string[]): Promise<Map<string, Entity>> {
  const { rows } = await sql.query<Row & { entity_id: string; entity_type: string; name: string }>(
    "SELECT entity_id, entity_type, name FROM core.entity WHERE entity_id = ANY($1::text[]) AND entity_type <> 'knowledge'",
    [ids],
  );
  return new Map(rows.map((row) => [row.entity_id, { id: row.entity_id, type: row.entity_type, name: row.name }]));
}

/** Told with every result that asked for ids: those that name nothing. */
export function notFound(asked: readonly string[], found: { has(id: string): boolean }): { not_found?: string[] } {
  const missing = asked.filter((id) => !found.has(id));
  return missing.length > 0 ? { not_found: missing } : {};
}
