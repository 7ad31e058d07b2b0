import type { ServedContent, ServedItem } from "../../../db/sources/in-process/content.ts";
import type { World } from "../world.ts";

/** Files that `backlot import CORPUS --roster ROSTER` takes. */
export interface BacklotFiles {
  /** JSON Lines. */
  corpus: string;
  /** YAML, as which JSON passes. */
  roster: string;
}

const ORGANISATION = { org: "larkfield", org_domain: "larkfield.example" };

/**
 * A world as backlot (PyPI, Apache-2.0) imports it: wiki pages for its Confluence, threads for its Slack, issues for its Jira, each with the
 * readers that its audience comes to. `doc_id` is the world's id: backlot's `--id-map` leads from it to the id that is served. Comments are
 * called after theirs. Test cases have no server there and are left out. Nothing of questions or answers is in it.
 */
export function writeForBacklot({ content, audience }: Pick<World, "content" | "audience">): BacklotFiles {
  const records = content.items.flatMap((item) => {
    const record = RECORDS[item.kind]?.(item, content);
    return record
      ? [{ ...record, ...commonOf(item, content), readers: readersOf(audience[item.id] ?? [], content) }]
      : [];
  });
  return {
    corpus: records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    roster: `${JSON.stringify(rosterOf(content), null, 2)}\n`,
  };
}

type Writer = (item: ServedItem, content: ServedContent) => object | null;

/** Replies and comments stand in the record of what they belong to. */
const RECORDS: Readonly<Record<ServedItem["kind"], Writer>> = {
  page: ({ place, title, parent }) => ({
    source_type: "confluence",
    ...{ space: place, group: null, title, ...(parent !== null && { parent }) },
  }),
  message: ({ id, place, parent }, content) =>
    parent === null
      ? { source_type: "slack", channel: place, group: null, replies: partsOf(id, content).map(replyOf(content)) }
      : null,
  issue: ({ id, place, title }, content) => ({
    ...{ source_type: "jira", project: place, group: null, title, status: "To Do", issuetype: "Task" },
    comments: partsOf(id, content).map(commentOf(content)),
  }),
  comment: () => null,
  test_case: () => null,
};

function commonOf({ id, text, author, created }: ServedItem, content: ServedContent) {
  const { email, name } = personOf(author, content);
  return { doc_id: id, content: text, author_email: email, author_name: name, created };
}

function replyOf(content: ServedContent) {
  return (reply: ServedItem) => commonOf(reply, content);
}

function commentOf(members: ServedContent) {
  return ({ id, text, author, created }: ServedItem) => {
    const { email, name } = personOf(author, members);
    return { id, content: text, author_email: email, author_name: name, created_ts: created };
  };
}

/** In the order in which they were written: a thread's times must rise. */
function partsOf(id: string, { items }: ServedContent): ServedItem[] {
  return items.filter(({ parent }) => parent === id).sort((a, b) => Date.parse(a.created) - Date.parse(b.created));
}

function readersOf(members: readonly string[], content: ServedContent): string[] {
  return members.map((member) => `user:${personOf(member, content).email}`);
}

function personOf(id: string, { members }: ServedContent) {
  const person = members.find((member) => member.id === id);
  if (!person) throw new Error(`no member is called ${id}`);
  return person;
}

function rosterOf({ members }: ServedContent) {
  const departments = new Map<string, object[]>();
  for (const { name, email, groups } of members) {
    const [own = "everybody", ...others] = groups;
    departments.set(own, [
      ...(departments.get(own) ?? []),
      { name, email, ...(others.length > 0 && { groups: others }) },
    ]);
  }
  return { ...ORGANISATION, departments: Object.fromEntries(departments) };
}
