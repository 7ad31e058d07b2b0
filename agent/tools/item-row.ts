import type { Row } from "../../db/ports/ports.ts";
import type { LiveItem } from "../../db/sources/port.ts";

/** An item of a live source as tools show it (`itemRowSchema`). */
export function toItemRow({ id, source, kind, title, snippet, container, author, updatedAt }: LiveItem): Row {
  return { id, source, type: kind, title, text: snippet, container, author: author?.name ?? null, date: updatedAt };
}
