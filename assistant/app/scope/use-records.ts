import { lookUp } from "../service/look-up.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import { recordOf, type TestRecord } from "./attributes.ts";

/** Most ids that one look-up takes. */
const A_LOOK = 50;
const NO_RECORDS: ReadonlyMap<string, TestRecord> = new Map();

/** Names and attributes of tests, once they are read; where they cannot be, ids stand alone. */
export function useRecords(ids: readonly string[]) {
  const { value, failed } = useLoaded(async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / A_LOOK) }, (_, part) =>
      lookUp("identifier_lookup", { ids: ids.slice(part * A_LOOK, (part + 1) * A_LOOK) }),
    );
    const rows = (await Promise.all(parts)).flatMap((found) => found.rows);
    return new Map(rows.map((row) => [String(row.id), recordOf(row)]));
  }, ids.join(" "));
  return { records: value ?? NO_RECORDS, named: value !== undefined || failed !== undefined };
}
