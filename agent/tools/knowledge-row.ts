import type { Row } from "../../db/ports/ports.ts";
import type { KnowledgeEntry } from "./substrate-facts.ts";

export function toKnowledgeRow({ entryId, ...entry }: KnowledgeEntry): Row {
  return { entry_id: entryId, ...entry };
}
