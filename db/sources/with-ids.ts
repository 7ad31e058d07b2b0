import type { LiveItem, LiveSource, OpenedItem } from "./port.ts";

/** The same source with other ids of its items, as truths and answers name them. An item without one keeps its own. */
export function withIds(source: LiveSource, ids: Readonly<Record<string, string>>): LiveSource {
  const named = new Map(Object.entries(ids));
  const own = new Map(Object.entries(ids).map(([id, name]) => [name, id]));
  const renamed = <T extends LiveItem>(item: T): T => ({
    ...item,
    id: named.get(item.id) ?? item.id,
    parent: item.parent === null ? null : (named.get(item.parent) ?? item.parent),
  });
  const opened = (item: OpenedItem): OpenedItem => ({ ...renamed(item), parts: item.parts.map(opened) });
  return {
    describe: () => source.describe(),
    containers: (caller, options) => source.containers(caller, options),
    async search(query, options, caller) {
      const outcome = await source.search(query, options, caller);
      return "items" in outcome ? { ...outcome, items: outcome.items.map(renamed) } : outcome;
    },
    async open(id, caller, options) {
      const outcome = await source.open(own.get(id) ?? id, caller, options);
      return outcome.type === "opened" ? { ...outcome, item: opened(outcome.item) } : outcome;
    },
  };
}
