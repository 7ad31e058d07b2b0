import { type IdReader, type IdRules, idReader } from "../../base/ids/id-reader.ts";
import type { Row, SqlPort } from "./ports.ts";

/** An id of the corpus and what its record is, as `core.entity` has it. */
export interface EntityId {
  id: string;
  type: string;
}

/** The ids of all entities of a substrate, in the order of their code points. One row: of 200,000 it takes a tenth of the time. */
export async function readEntityIds(sql: SqlPort): Promise<EntityId[]> {
  const { rows } = await sql.query<Row & { ids: string[] | null; types: string[] | null }>(
    `SELECT json_agg(entity_id ORDER BY entity_id COLLATE "C", entity_type) AS ids,
       json_agg(entity_type ORDER BY entity_id COLLATE "C", entity_type) AS types FROM core.entity`,
  );
  const { ids, types } = rows[0] ?? {};
  return (ids ?? []).map((id, at) => ({ id, type: types![at]! }));
}

/** Reads the ids of a substrate's entities out of texts. @param rules its mapping */
export async function entityIdReader(sql: SqlPort, rules: IdRules): Promise<IdReader> {
  const entities = await readEntityIds(sql);
  const tests = new Set(entities.filter(({ type }) => type === "test_case").map(({ id }) => id));
  return idReader(
    entities.map(({ id }) => id),
    { ...rules, tests },
  );
}
