import { type IdReader, idReader } from "../../base/ids/id-reader.ts";
import { readEntityIds } from "../../db/ports/entity-ids.ts";
import type { Substrate } from "../../db/ports/ports.ts";

const READERS = new WeakMap<Substrate, Promise<IdReader>>();

/** Reads ids out of texts, made once a substrate, when first asked for. */
export function idsOf(substrate: Substrate): Promise<IdReader> {
  let reader = READERS.get(substrate);
  if (!reader) {
    reader = readEntityIds(substrate.sql).then((ids) => idReader(ids, substrate.manifest.mapping));
    // What failed is asked again.
    reader.catch(() => READERS.delete(substrate));
    READERS.set(substrate, reader);
  }
  return reader;
}
