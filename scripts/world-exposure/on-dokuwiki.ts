import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Caller } from "../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../db/sources/registry.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { writeForDokuWiki } from "../../scenarios/worlds/written/dokuwiki.ts";
import { makeWiki, putPage, serveWiki } from "../services/dokuwiki.ts";
import { type ServedWorld, servedSource } from "./served-world.ts";

const SERVICE = "service-account";

/** A world's wiki on a DokuWiki of its own, each page put there by its author. */
export async function serveOnDokuWiki(world: World): Promise<ServedWorld> {
  const { users, rules, pages } = writeForDokuWiki(world);
  const folder = await mkdtemp(join(tmpdir(), "scopebench-world-"));
  const password = randomBytes(12).toString("hex");
  const everybody = [...users, { name: SERVICE, groups: ["user", "admin"] }];
  await makeWiki(folder, {
    users: everybody.map((user) => ({ ...user, password })),
    rules: [["*", "@user", 8], ...rules],
  });
  const { pid, url } = await serveWiki(folder);
  for (const { id, author, text } of pages) await putPage(url, `${author}:${password}`, { id, text });
  const ids = Object.fromEntries(pages.map(({ id, of }) => [id, of]));
  const callerOf = (name: string) => Caller.withTokens(name, { wiki: `${name}:${password}` });
  return {
    sources: [servedSource(SOURCE_TYPES.dokuwiki.open("wiki", { url }, { fetch }), ids)],
    ...{ callerOf, service: callerOf(SERVICE) },
    async close() {
      process.kill(pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
