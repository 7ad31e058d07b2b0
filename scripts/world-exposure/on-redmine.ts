import { randomBytes } from "node:crypto";
import { Caller } from "../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../db/sources/registry.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { type RedmineWorld, writeForRedmine } from "../../scenarios/worlds/written/redmine.ts";
import {
  makeRedmineProject,
  makeRedmineUser,
  type RedmineApi,
  type RedmineServer,
  redmineApi,
} from "../services/redmine-api.ts";
import { type ServedWorld, servedSource } from "./served-world.ts";

/** A world's tracker on a running Redmine, by people and private projects of its own; its service account is a member of each. */
export async function serveOnRedmine(world: World, server: RedmineServer): Promise<ServedWorld> {
  const { users, projects, issues } = writeForRedmine(world);
  const api = redmineApi(server);
  const run = randomBytes(4).toString("hex");
  const accounts = new Map<string, { id: number; key: string; login: string }>();
  for (const { login, name } of [...users, { login: "service", name: "Service Account" }])
    accounts.set(login, { ...(await makeRedmineUser(api, `${login}-${run}`, name)), login: `${login}-${run}` });
  const projectIds = new Map<string, number>();
  for (const { id, name, members } of projects) {
    const people = [...members, "service"].map((who) => accounts.get(who)!.id);
    projectIds.set(
      id,
      await makeRedmineProject(api, { identifier: `${id.toLowerCase()}-${run}`, name, members: people }),
    );
  }
  const loginOf = (author: string) => accounts.get(author)!.login;
  const ids: Record<string, string> = {};
  for (const issue of issues)
    Object.assign(ids, await putIssue(api, issue, { loginOf, project: projectIds.get(issue.project)! }));
  const callerOf = (name: string) => Caller.withTokens(name, { tracker: accounts.get(name)!.key });
  return {
    sources: [servedSource(SOURCE_TYPES.redmine.open("tracker", { url: server.url }, { fetch }), ids)],
    ...{ callerOf, service: callerOf("service") },
    async close() {
      for (const id of projectIds.values()) await api.remove(`projects/${id}.json`);
    },
  };
}

/** The world's ids by the tracker's. */
async function putIssue(
  api: RedmineApi,
  { id, author, title, text, notes }: RedmineWorld["issues"][number],
  { loginOf, project }: { loginOf(author: string): string; project: number },
): Promise<Record<string, string>> {
  const asked = { project_id: project, subject: title, description: text, tracker_id: 1 };
  const made = await api.post("issues.json", { issue: asked }, loginOf(author));
  const own = String(made.issue.id);
  for (const note of notes) await api.put(`issues/${own}.json`, { issue: { notes: note.text } }, loginOf(note.author));
  const { issue } = await api.get(`issues/${own}.json?include=journals`);
  const journals = issue.journals as { id: number }[];
  if (journals.length !== notes.length) throw new Error(`issue ${own}: ${journals.length} of ${notes.length} notes`);
  return { [own]: id, ...Object.fromEntries(journals.map((journal, at) => [`${own}/${journal.id}`, notes[at]!.id])) };
}
