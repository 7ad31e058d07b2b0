import type { Step } from "../service/wire.ts";

/** The statement that a call was, where it was one. */
export function proseOfQuery({ tool, arguments: given }: Step): string | null {
  return ["sql_query", "cypher_query"].includes(tool) && typeof given.query === "string" ? given.query : null;
}
