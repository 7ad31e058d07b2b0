import type { Restriction, ServedItem } from "../../../db/sources/in-process/content.ts";
import type { World } from "../world.ts";

export interface DokuWikiWorld {
  users: { name: string; groups: readonly string[] }[];
  /** Lines of its access control: page or namespace, `@group` or person, level (0 nothing, 8 everything but to delete). */
  rules: [scope: string, who: string, level: number][];
  /** What stands below others after it. */
  pages: { id: string; of: string; author: string; text: string }[];
}

/**
 * The wiki of a world as DokuWiki holds it: a namespace a space, below it a page and a namespace for each page, since what a page hides it hides below it as well.
 * A page has its title as a heading. Rights are rules of groups and people; the wiki makes of them who reads what. `of` is the world's id.
 */
export function writeForDokuWiki({ content }: Pick<World, "content">): DokuWikiWorld {
  const items = new Map(content.items.filter(({ source }) => source === "wiki").map((item) => [item.id, item]));
  const pathOf = ({ id, place, parent }: ServedItem): string => {
    const above = parent === null ? undefined : items.get(parent);
    return `${above ? pathOf(above) : place.toLowerCase()}:${id.toLowerCase()}`;
  };
  const spaces = content.places.filter(({ source }) => source === "wiki");
  return {
    users: content.members.map(({ id: name, groups }) => ({ name, groups: ["user", ...groups] })),
    rules: [
      ...spaces.flatMap(({ id, restriction }) => rulesOf([`${id.toLowerCase()}:*`], restriction)),
      ...[...items.values()].flatMap((item) => rulesOf([pathOf(item), `${pathOf(item)}:*`], item.restriction)),
    ],
    pages: [...items.values()]
      .map((item) => ({
        ...{ id: pathOf(item), of: item.id, author: item.author },
        text: `====== ${item.title} ======\n\n${item.text}`,
      }))
      .sort((a, b) => a.id.split(":").length - b.id.split(":").length),
  };
}

function rulesOf(scopes: readonly string[], restriction: Restriction | null): DokuWikiWorld["rules"] {
  if (restriction === null) return [];
  const readers = [...restriction.groups.map((group) => `@${group}`), ...restriction.people];
  return scopes.flatMap((scope): DokuWikiWorld["rules"] => [
    [scope, "@user", 0],
    ...readers.map((who): DokuWikiWorld["rules"][number] => [scope, who, 8]),
  ]);
}
