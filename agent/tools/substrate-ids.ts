import type { IdReader } from "../../base/ids/id-reader.ts";
import { entityIdReader } from "../../db/ports/entity-ids.ts";
import type { Substrate } from "../../db/ports/ports.ts";

/**
 * Ids as the corpus has them, where one is written with signs that keyboards do not have: models write hyphens that do not break, and
 * "no such record" of them would be false.
 */
export async function asCorpusHas(substrate: Substrate, ids: readonly string[]): Promise<string[]> {
  const isTyped = (id: string) => /^[\x20-\x7e]*$/.test(id);
  if (ids.every(isTyped)) return [...ids];
  const { named } = await idsOf(substrate);
  return ids.map((id) => (isTyped(id) ? id : named(id)));
}

const READERS = new WeakMap<Substrate, Promise<IdReader>>();

/** Reads ids out of texts, made once a substrate, when first asked for. */
export function idsOf(substrate: Substrate): Promise<IdReader> {
  let reader = READERS.get(substrate);
  if (!reader) {
    reader = entityIdReader(substrate.sql, substrate.manifest.mapping);
    // What failed is asked again.
    reader.catch(() => READERS.delete(substrate));
    READERS.set(substrate, reader);
  }
  return reader;
}
