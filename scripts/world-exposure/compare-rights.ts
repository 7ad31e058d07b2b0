import type { World } from "../../scenarios/worlds/world.ts";
import type { ServedWorld } from "./served-world.ts";

export interface RightsCheck {
  /** An item by a member each. */
  opened: number;
  shown: number;
  /** A sentence for each that is shown or kept otherwise than it was written for. */
  others: string[];
}

/** The rights of a world again, as its servers have them: every member, and who sees everything, opens every item, all of them at once. What stands below another item is opened with it. */
export async function compareRights({ content, audience }: World, served: ServedWorld): Promise<RightsCheck> {
  const callers = new Map(content.members.map(({ id }) => [id, served.callerOf(id)]));
  const check: RightsCheck = { opened: 0, shown: 0, others: [] };
  for (const source of served.sources) {
    const items = content.items.filter((item) => item.source === source.describe().name && item.kind !== "comment");
    for (const { id } of items) {
      const readers = new Set([...(audience[id] ?? []), "service"]);
      const asking = [...callers, ["service", served.service] as const].map(
        async ([member, caller]) => [member, (await source.open(id, caller)).type] as const,
      );
      for (const [member, type] of await Promise.all(asking)) {
        check.opened++;
        if (type === "opened") check.shown++;
        const expected = readers.has(member) ? type === "opened" : type === "gone" || type === "forbidden";
        if (!expected) check.others.push(`${id} for ${member}: ${type}`);
      }
    }
  }
  return check;
}
