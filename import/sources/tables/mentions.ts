import { splitIds } from "../references.ts";

/** What a cell says of another record. `kind` is null where it only names it. */
export interface Mention {
  kind: string | null;
  id: string;
}

const MENTION = /(?:^|[,;|\u3001\uff0c\uff1b\n]\s*)(?:(\p{L}[\p{L} _-]{1,40}):\s+)?([^\s,;|\u3001\uff0c\uff1b]+)/gu;

/**
 * Records that a cell names: a list of ids, or `verifies: ELEV-2 - Doors close, has parent: ELEV-1 - Doors` as Polarion
 * writes links. What is no known id is a mention only where the cell can hold nothing else in its place.
 */
export function mentionsIn(cell: string, isKnown: (id: string) => boolean): Mention[] {
  const whole = cell.trim();
  if (isKnown(whole)) return [{ kind: null, id: whole }];
  const listed = splitIds(cell);
  if (listed.some(isKnown)) {
    const isId = (id: string) => isKnown(id) || /^\S*\p{N}\S*$/u.test(id);
    return listed.filter(isId).map((id) => ({ kind: null, id }));
  }
  return [...cell.matchAll(MENTION)]
    .map(([, kind, id = ""]) => ({ kind: kind?.trim() ?? null, id }))
    .filter(({ kind, id }) => isKnown(id) || (kind !== null && /\p{N}/u.test(id)));
}
