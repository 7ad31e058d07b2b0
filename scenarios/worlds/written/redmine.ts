import { compareText } from "../../../base/text-order.ts";
import type { ServedItem } from "../../../db/sources/in-process/content.ts";
import { letsIn } from "../../../db/sources/in-process/rights.ts";
import type { World } from "../world.ts";

interface Written {
  id: string;
  author: string;
  text: string;
}

export interface RedmineWorld {
  users: { login: string; name: string }[];
  /** All private: who is no member sees nothing of them. */
  projects: { id: string; name: string; members: string[] }[];
  issues: (Written & { project: string; title: string; notes: Written[] })[];
}

/** The tracker of a world as Redmine holds it: private projects with their members, issues with comments as notes. It dates both itself, in their order. */
export function writeForRedmine({ content }: Pick<World, "content">): RedmineWorld {
  const items = content.items
    .filter(({ source }) => source === "tracker")
    .toSorted((a, b) => compareText(a.created, b.created));
  const written = ({ id, author, text }: ServedItem): Written => ({ id, author, text });
  return {
    users: content.members.map(({ id: login, name }) => ({ login, name })),
    projects: content.places
      .filter(({ source }) => source === "tracker")
      .map(({ id, name, restriction }) => ({
        ...{ id, name },
        members: content.members.filter((member) => letsIn(restriction, member)).map((member) => member.id),
      })),
    issues: items
      .filter(({ kind }) => kind === "issue")
      .map((issue) => ({
        ...written(issue),
        ...{ project: issue.place, title: issue.title },
        notes: items.filter(({ parent }) => parent === issue.id).map(written),
      })),
  };
}
