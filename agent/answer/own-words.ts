import type { IdReader } from "../../base/ids/id-reader.ts";

/** Tools whose rows say what the agent's query tells them to: `SELECT 'TC-9'` returns an id that no record has. */
const OPEN_QUERIES: readonly string[] = ["sql_query", "cypher_query"];

/**
 * Tells of an id whether what a call returned is evidence of it: it stands there, and is not the agent's own word come back, which no record
 * has and whose parts stand in the query. What a query computes out of other parts is not seen, so evidence is an upper bound.
 */
export function evidenceIn(
  text: string,
  call: { tool: string; arguments: unknown },
  ids: IdReader,
): (id: string) => boolean {
  const holds = ids.within(text);
  if (!OPEN_QUERIES.includes(call.tool)) return holds;
  let said: ReadonlySet<string> | undefined;
  const isSaid = (id: string) => {
    said ??= new Set(partsOf(JSON.stringify(call.arguments) ?? ""));
    return partsOf(id).every((part) => said!.has(part));
  };
  return (id) => holds(id) && (ids.isKnown(id) || !isSaid(id));
}

function partsOf(text: string): readonly string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}
