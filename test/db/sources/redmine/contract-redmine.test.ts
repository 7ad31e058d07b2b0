import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { hostileText } from "../../../../scripts/source-queries/hostile-texts.ts";
import { describeUnless, missingRedmine } from "../../../left-out.ts";
import { testRedmine } from "../../../servers.ts";
import { describeContract } from "../contract.ts";

/** Words of this run alone: the server keeps what earlier runs wrote. */
const RUN = randomBytes(4).toString("hex");
const MANY = 104;
/** Of these the first stand in issues, too. */
const random = makeRandom("hostile", "redmine");
const HOSTILE = Array.from({ length: 100 }, () => hostileText(random));
const [SHARED, SECRET, GNU] = [`zebra${RUN}`, `okapi${RUN}`, `gnu${RUN}`];

describeUnless(missingRedmine(), "live sources on Redmine", () => {
  const keys: Record<string, string> = {};
  const texts = new Map<string, string>();
  beforeAll(async () => {
    const role = (await get("roles.json")).roles[0].id as number;
    const plant = await project("plant");
    const vault = await project("vault");
    for (const [login, projects] of Object.entries({ ines: [plant, vault], otto: [plant] })) {
      const password = randomBytes(12).toString("hex");
      const person = { login: `${login}-${RUN}`, firstname: login, lastname: RUN, mail: `${login}-${RUN}@example.net` };
      const { user } = await post("users.json", { user: { ...person, password } });
      keys[login] = (await get(`users/${user.id}.json`)).user.api_key;
      for (const id of projects)
        await post(`projects/${id}/memberships.json`, { membership: { user_id: user.id, role_ids: [role] } });
    }
    await issue(plant, "pump report", `The ${SHARED} pump overheats`);
    await issue(plant, "notes", `It overheats, the pump, says the ${SHARED}`);
    await issue(vault, "plan", `${SECRET}: the pump is replaced next week`);
    for (const text of HOSTILE.slice(0, 20)) await issue(plant, "odd", `before ${plain(text)} after`);
    for (let at = 0; at < MANY; at++) await issue(plant, `day ${at}`, `${GNU} of day ${at}`);
  }, 300_000);

  const source = () => SOURCE_TYPES.redmine.open("tracker", { url: testRedmine().url }, { fetch });
  const callerOf = (login: string) => Caller.withTokens(login, { tracker: keys[login] ?? "" });

  describeContract("redmine", async () => ({
    source: source(),
    insider: callerOf("ines"),
    outsider: callerOf("otto"),
    stranger: Caller.withTokens("stranger", { tracker: "f".repeat(40) }),
    ...{ shared: SHARED, secret: SECRET, phrase: "pump overheats" },
    many: { word: GNU, count: MANY },
    unknownId: "99999999",
  }));

  it("gives no issue that 100 hostile keywords do not stand in, and nothing of another's project", async () => {
    const wrong: [string, string][] = [];
    let found = 0;
    for (const keyword of HOSTILE) {
      const query = { keywords: [keyword], match: "all", filters: {} } as const;
      const outcome = await source().search(query, { limit: 100, pages: 1 }, callerOf("otto"));
      if (outcome.type === "refused") continue;
      if (outcome.type !== "found") throw new Error(`${JSON.stringify(keyword)}: ${JSON.stringify(outcome)}`);
      found += outcome.items.length;
      const phrase = plain(keyword);
      for (const { id } of outcome.items) {
        const text = texts.get(id);
        if (text !== undefined && !plain(text).includes(phrase)) wrong.push([keyword, id]);
        if (text?.includes(SECRET)) wrong.push([keyword, id]);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  }, 120_000);

  async function project(called: string): Promise<number> {
    const identifier = `${called}-${RUN}`;
    const made = await post("projects.json", {
      project: { name: identifier, identifier, is_public: false, enabled_module_names: ["issue_tracking"] },
    });
    return made.project.id;
  }

  async function issue(project_id: number, subject: string, description: string): Promise<void> {
    const made = await post("issues.json", { issue: { project_id, subject, description, tracker_id: 1 } });
    texts.set(String(made.issue.id), `${subject} ${description}`);
  }
});

function plain(text: string): string {
  return text
    .replace(/["\s\p{C}\p{Z}]+/gu, " ")
    .trim()
    .toLowerCase();
}

// biome-ignore lint/suspicious/noExplicitAny: answers of a server that the test itself wrote to
type Answer = any;

async function asked(path: string, init: RequestInit = {}): Promise<Answer> {
  const { url, key } = testRedmine();
  const headers = { "content-type": "application/json", "X-Redmine-API-Key": key };
  const answer = await fetch(`${url}/${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const get = (path: string) => asked(path);
const post = (path: string, body: unknown) => asked(path, { method: "POST", body: JSON.stringify(body) });
