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

/**
 * Told with every result about the links of ids: those that name nothing, and records of a type whose links are not kept. That no link is
 * listed for these says nothing.
 */
export function aboutLinksOf(
  asked: readonly string[],
  entities: ReadonlyMap<string, Entity>,
): { not_found?: string[]; links_not_kept?: string[] } {
  const notKept = [...entities.values()].filter(({ type }) => type === "other").map(({ id }) => id);
  return { ...notFound(asked, entities), ...(notKept.length > 0 ? { links_not_kept: notKept } : {}) };
}
