import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { makeWiki, putPage, serveWiki } from "../../../../scripts/services/dokuwiki.ts";
import type { FilledServer } from "../filled-server.ts";

const GROUPS = { admin: ["admin", "user"], ines: ["user", "vault"], otto: ["user"] };
const MANY = 24;
export const PAGES: Readonly<Record<string, string>> = {
  "plant:pumps": "The zebra pump overheats",
  "plant:notes": "It overheats, the pump, says the zebra",
  "vault:plan": "okapi: the pump is replaced next week",
  ...Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`plant:day${i + 1}`, `gnu of day ${i + 1}`])),
};

export async function startDokuWiki(): Promise<FilledServer> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-dokuwiki-"));
  await makeWiki(folder, {
    users: Object.entries(GROUPS).map(([name, groups]) => ({ name, groups, password: passwordOf(name) })),
    rules: [
      ["*", "@user", 8],
      ["vault:*", "@user", 0],
      ["vault:*", "@vault", 8],
    ],
  });
  const { pid, url } = await serveWiki(folder);
  for (const [id, text] of Object.entries(PAGES)) await putPage(url, `admin:${passwordOf("admin")}`, { id, text });
  const callerOf = (name: string) => Caller.withTokens(name, { wiki: `${name}:${passwordOf(name)}` });
  return {
    url,
    world: (at) => ({
      source: SOURCE_TYPES.dokuwiki.open("wiki", { url: at }, { fetch }),
      ...{ insider: callerOf("ines"), outsider: callerOf("otto") },
      stranger: Caller.withTokens("stranger", { wiki: "ines:of-another-wiki" }),
      ...{ shared: "zebra", secret: "okapi", phrase: "pump overheats" },
      many: { word: "gnu", count: MANY },
      unknownId: "plant:nothing_there",
    }),
    async stop() {
      process.kill(pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function passwordOf(name: string): string {
  return `${name}-of-the-wiki`;
}
