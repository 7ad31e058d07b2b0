import type { Row, Substrate } from "../../db/ports/ports.ts";
import { factsOf } from "./substrate-facts.ts";

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

/** What a result about the links of ids leaves open. */
type AboutLinks = {
  not_found?: string[];
  /** Records of a type whose links are not kept: that no link is listed for these says nothing. */
  links_not_kept?: string[];
  /** Items that other links join to test cases or further items, which no tool follows: what stands behind those is not in the result. */
  other_links?: string[];
};

/** Told with every result about the links of ids. */
export async function aboutLinksOf(
  substrate: Substrate,
  asked: readonly string[],
  entities: ReadonlyMap<string, Entity>,
): Promise<AboutLinks> {
  const notKept = [...entities.values()].filter(({ type }) => type === "other").map(({ id }) => id);
  const aside = await factsOf(substrate).linkedOtherwise();
  const others = [...entities.keys()].filter((id) => aside.has(id) && !notKept.includes(id));
  return {
    ...notFound(asked, entities),
    ...(notKept.length > 0 ? { links_not_kept: notKept } : {}),
    ...(others.length > 0 ? { other_links: others } : {}),
  };
}
