import type { Substrate } from "../../../db/ports/ports.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";

/**
 * What the truth's own query was asked with, as far as it names something in the records: where a ranker or a workflow starts
 * that is an upper bound, and says so.
 */
export async function startsOf({ derivation }: Scenario, { sql }: Substrate): Promise<string[]> {
  const named = (derivation?.parameters ?? []).map(String);
  if (named.length === 0) return [];
  const { rows } = await sql.query<{ id: string }>(
    `SELECT entity_id AS id FROM core.entity WHERE entity_id = ANY($1) ORDER BY entity_id COLLATE "C"`,
    [named],
  );
  return rows.map(({ id }) => id);
}
