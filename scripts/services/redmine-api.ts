import { setTimeout } from "node:timers/promises";

/** What a Redmine answers: this is no client, and whoever fills a server knows what stands in it. */
// biome-ignore lint/suspicious/noExplicitAny: answers of a server that the caller itself writes to
type Answer = any;

/** Over SQLite a write beside another's is taken back and ends as an error 500. */
const MOST_AGAIN = 40;

export interface RedmineServer {
  url: string;
  /** Of an administrator. */
  key: string;
}

/** Its REST interface, for those who fill a server: as an administrator, or as another person in whose place the administrator acts. */
export function redmineApi({ url, key }: RedmineServer) {
  async function asked(
    path: string,
    { as, ...init }: RequestInit & { as?: string | undefined } = {},
    again = 0,
  ): Promise<Answer> {
    const person = as === undefined ? {} : { "X-Redmine-Switch-User": as };
    const headers = { "content-type": "application/json", "X-Redmine-API-Key": key, ...person };
    const answer = await fetch(`${url}/${path}`, { ...init, headers });
    const text = await answer.text();
    if (answer.status === 500 && again < MOST_AGAIN) {
      await setTimeout(250);
      return asked(path, { as, ...init }, again + 1);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text.trim() === "" ? null : JSON.parse(text);
  }
  const send = (method: string) => (path: string, body: unknown, as?: string) =>
    asked(path, { method, body: JSON.stringify(body), as });
  return {
    get: asked,
    post: send("POST"),
    put: send("PUT"),
    remove: (path: string) => asked(path, { method: "DELETE" }),
  };
}

export type RedmineApi = ReturnType<typeof redmineApi>;

/** A person with this login, and the key of an own. */
export async function makeRedmineUser(
  api: RedmineApi,
  login: string,
  name = login,
): Promise<{ id: number; key: string }> {
  const [firstname, ...others] = name.split(" ");
  const person = { login, firstname, lastname: others.join(" ") || login, mail: `${login}@example.net` };
  const { user } = await api.post("users.json", { user: { ...person, password: crypto.randomUUID() } });
  return { id: user.id, key: (await api.get(`users/${user.id}.json`)).user.api_key };
}

/** A private project of issues, with these people as members. */
export async function makeRedmineProject(
  api: RedmineApi,
  { identifier, name = identifier, members }: { identifier: string; name?: string; members: readonly number[] },
): Promise<number> {
  const { project } = await api.post("projects.json", {
    project: { name, identifier, is_public: false, enabled_module_names: ["issue_tracking"] },
  });
  const { roles } = await api.get("roles.json");
  for (const user_id of members)
    await api.post(`projects/${project.id}/memberships.json`, { membership: { user_id, role_ids: [roles[0].id] } });
  return project.id;
}
