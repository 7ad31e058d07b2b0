import type { Restriction, ServedContent, ServedItem, ServedMember } from "./content.ts";

/**
 * Whether a member may read an item: its own restriction, that of every ancestor and that of its place must all let the
 * member through. A caller whom nobody knows reads nothing, and neither does anybody an item whose ancestor or place is missing.
 */
export function makeRights({ members, places, items }: ServedContent): (caller: string, itemId: string) => boolean {
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const itemOf = new Map(items.map((item) => [item.id, item]));
  return (caller, itemId) => {
    const member = memberOf.get(caller);
    const item = itemOf.get(itemId);
    const place = item && placeOf.get(item.place);
    if (!member || !place || !letsIn(place.restriction, member)) return false;
    return lineOf(item, itemOf).every((each) => each !== null && letsIn(each.restriction, member));
  };
}

/** The item and its ancestors, nearest first; null for one that is not there. A circle ends where it closes. */
function lineOf(item: ServedItem, itemOf: ReadonlyMap<string, ServedItem>): (ServedItem | null)[] {
  const line: (ServedItem | null)[] = [item];
  const seen = new Set([item.id]);
  for (let above = item.parent; above !== null && !seen.has(above); ) {
    seen.add(above);
    const parent = itemOf.get(above) ?? null;
    line.push(parent);
    above = parent?.parent ?? null;
  }
  return line;
}

/** Whether a restriction lets a member through. */
export function letsIn(restriction: Restriction | null, { id, groups }: ServedMember): boolean {
  if (restriction === null) return true;
  return restriction.people.includes(id) || restriction.groups.some((group) => groups.includes(group));
}
