import { randomBytes } from "node:crypto";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { makeRedmineProject, makeRedmineUser, redmineApi } from "../../../../scripts/services/redmine-api.ts";
import { testRedmine } from "../../../servers.ts";
import type { FilledServer } from "../filled-server.ts";
import { hostileKeywords } from "../hostile.ts";

/** More than a page of the adapter. */
const MANY = 104;

export interface FilledRedmine extends FilledServer {
  /** What its issues say, by id. */
  texts: ReadonlyMap<string, string>;
}

/** Projects and words of this call alone, on a server that keeps what earlier ones wrote. */
export async function fillRedmine(): Promise<FilledRedmine> {
  const run = randomBytes(4).toString("hex");
  const [shared, secret, gnu] = [`zebra${run}`, `okapi${run}`, `gnu${run}`];
  const api = redmineApi(testRedmine());
  const ines = await makeRedmineUser(api, `ines-${run}`);
  const otto = await makeRedmineUser(api, `otto-${run}`);
  const plant = await makeRedmineProject(api, { identifier: `plant-${run}`, members: [ines.id, otto.id] });
  const vault = await makeRedmineProject(api, { identifier: `vault-${run}`, members: [ines.id] });
  const texts = new Map<string, string>();
  const issue = async (project_id: number, subject: string, description: string): Promise<void> => {
    const made = await api.post("issues.json", { issue: { project_id, subject, description, tracker_id: 1 } });
    texts.set(String(made.issue.id), `${subject} ${description}`);
  };
  await issue(plant, "pump report", `The ${shared} pump overheats`);
  await issue(plant, "notes", `It overheats, the pump, says the ${shared}`);
  await issue(vault, "plan", `${secret}: the pump is replaced next week`);
  // A server takes no half of a surrogate pair.
  for (const text of hostileKeywords("Redmine search", 20))
    await issue(plant, "odd", `before ${text.replace(/["\s\p{C}\p{Z}]+/gu, " ").trim()} after`);
  for (let at = 0; at < MANY; at++) await issue(plant, `day ${at}`, `${gnu} of day ${at}`);
  const { url } = testRedmine();
  const callerOf = (name: string, { key }: { key: string }) => Caller.withTokens(name, { tracker: key });
  return {
    ...{ url, texts },
    world: (at) => ({
      source: SOURCE_TYPES.redmine.open("tracker", { url: at }, { fetch }),
      ...{ insider: callerOf("ines", ines), outsider: callerOf("otto", otto) },
      stranger: Caller.withTokens("stranger", { tracker: "f".repeat(40) }),
      ...{ shared, secret, phrase: "pump overheats" },
      many: { word: gnu, count: MANY },
      unknownId: "99999999",
    }),
    async stop() {
      for (const project of [plant, vault]) await api.remove(`projects/${project}.json`);
    },
  };
}
