import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { Caller } from "../../db/sources/caller.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import { SOURCE_TYPES } from "../../db/sources/registry.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { writeForBacklot } from "../../scenarios/worlds/written/backlot.ts";
import { freePort, runCommand, startServer } from "../services/process.ts";
import { type ServedWorld, servedSource } from "./served-world.ts";

/** A world's wiki, chat and tracker on a backlot of its own, items by the world's ids; its test cases have no server there. */
export async function serveOnBacklot(world: World, program: string): Promise<ServedWorld> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-world-"));
  const path = (name: string) => join(folder, name);
  const { corpus, roster } = writeForBacklot(world);
  await writeFile(path("corpus.jsonl"), corpus);
  await writeFile(path("roster.yaml"), roster);
  const files = ["--roster", path("roster.yaml"), "--id-map", path("ids.json"), "--data-dir", path("data")];
  await runCommand([program, "import", path("corpus.jsonl"), ...files], { hint: "see scripts/services.ts" });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ["--data-dir", path("data"), "--port", String(port), "--disable-telemetry", "--log-level", "warning"];
  const pid = await startServer(
    { command: program, arguments: ["serve", ...options], logFile: path("server.log") },
    () => fetch(`${url}/slack/api/api.test`),
  );
  const { users, admin_token } = parse(await readFile(path("data/tokens.yaml"), "utf8")) as Tokens;
  const tokenOf = new Map(users.map(({ email, token }) => [email, token]));
  const ids = JSON.parse(await readFile(path("ids.json"), "utf8")) as IdMap;
  const everywhere = (id: string, token: string) =>
    Caller.withTokens(id, Object.fromEntries(SOURCES.map((name) => [name, token])));
  return {
    sources: sourcesAt(url, worldIds(world, ids)),
    callerOf: (member) => {
      const { email } = world.content.members.find(({ id }) => id === member)!;
      return everywhere(member, tokenOf.get(email)!);
    },
    service: everywhere("service", admin_token),
    async close() {
      process.kill(pid, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SOURCES = ["wiki", "chat", "tracker"];

interface Tokens {
  users: { email: string; token: string }[];
  admin_token: string;
}

interface IdMap {
  containers: { slack?: Record<string, { id: string }> };
  documents: {
    confluence?: Record<string, { id: number }>;
    jira?: Record<string, { key: string }>;
    slack?: Record<string, { channel: string; ts: string }>;
  };
}

/** The world's id by the adapters' own. A comment keeps its id below its issue's. */
function worldIds({ content }: World, { containers, documents }: IdMap): Record<string, string> {
  const { confluence = {}, jira = {}, slack = {} } = documents;
  const pages = Object.entries(confluence).map(([id, served]) => [String(served.id), id]);
  const issues = Object.entries(jira).map(([id, served]) => [served.key, id]);
  const messages = Object.entries(slack).map(([id, { channel, ts }]) => [
    `${containers.slack?.[channel]?.id}:${ts}`,
    id,
  ]);
  const comments = content.items
    .filter(({ kind }) => kind === "comment")
    .map(({ id, parent }) => [`${jira[parent ?? ""]?.key}/${id}`, id]);
  return Object.fromEntries([...pages, ...issues, ...messages, ...comments]) as Record<string, string>;
}

function sourcesAt(url: string, ids: Record<string, string>): LiveSource[] {
  const server = "backlot" as const;
  const { confluence, slack, jira } = SOURCE_TYPES;
  return [
    confluence.open("wiki", { url: `${url}/atlassian/wiki`, server }, { fetch }),
    slack.open("chat", { url: `${url}/slack/api`, server }, { fetch }),
    jira.open("tracker", { url: `${url}/atlassian`, server }, { fetch }),
  ].map((source) => servedSource(source, ids));
}
