import { grouped } from "../../base/grouped.ts";
import { foldName, type IndexedItem } from "../protocol/item-index.ts";
import type { ChangeText } from "./change-text.ts";
import type { NamedItem } from "./found-change.ts";

/** Records whose id, file or whole name stands in a change, in that order. Of a file that several have, none is meant. */
export function namedItems(
  entries: readonly IndexedItem[],
  { ids, change }: { ids: ReadonlySet<string>; change: ChangeText },
): NamedItem[] {
  const byId = entries.filter(({ item }) => ids.has(item.id)).map(({ item }) => ({ ...item, by: item.id }));
  const byFile = filesIn(entries, change);
  const wanted = new Map(change.names.map((name) => [foldName(name), name]));
  const byName = entries.flatMap(({ item, names }) => {
    const name = names.find(({ text }) => wanted.has(text));
    return name ? [{ ...item, by: wanted.get(name.text)! }] : [];
  });
  const distinct = new Map<string, NamedItem>();
  for (const item of [...byId, ...byFile, ...byName]) {
    const key = JSON.stringify([item.id, item.type]);
    if (!distinct.has(key)) distinct.set(key, item);
  }
  return [...distinct.values()];
}

/** A part of a file (`a/b.c::run`) is meant where the change names it; the file itself otherwise. */
function filesIn(entries: readonly IndexedItem[], { files }: ChangeText): NamedItem[] {
  const wanted = files.flatMap(({ path, before, inside }) =>
    [path, before].flatMap((file) => (file === null ? [] : [{ file, base: baseOf(file), inside }])),
  );
  if (wanted.length === 0) return [];
  const bases = new Set(wanted.map(({ base }) => base));
  const candidates = grouped(
    entries.flatMap(({ item }) => {
      const [file = "", part] = item.id.split("::");
      return bases.has(baseOf(file)) ? [{ item, file, part: part?.split(".").at(-1) }] : [];
    }),
    ({ file }) => baseOf(file),
  );
  return wanted.flatMap(({ file, base, inside }) => {
    const here = (candidates.get(base) ?? []).filter((one) => isSameFile(one.file, file));
    if (new Set(here.map((one) => one.file)).size > 1) return [];
    const parts = here.filter(({ part }) => part !== undefined && inside.includes(part));
    const meant = parts.length > 0 ? parts : here.filter(({ part }) => part === undefined);
    return meant.map(({ item }) => ({ ...item, by: file }));
  });
}

/** A corpus may name files from another folder on than a repository does. */
function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
