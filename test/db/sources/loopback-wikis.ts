import { sha256 } from "../../../base/hash.ts";
import { type Exchange, serveLoopback } from "../../../base/loopback/serve.ts";
import type { ServedContent } from "../../../db/sources/in-process/content.ts";
import { inProcessSources, memberAsCaller } from "../../../db/sources/in-process/in-process-source.ts";
import type { LiveItem, LiveSource } from "../../../db/sources/port.ts";

/** What becomes of a request in its answer's place: a status, or a broken connection. Null: it is answered. */
type Disturb = (request: { source: string; member: string; count: number }) => number | "cut" | null;

export interface LoopbackWikis {
  /** Of a source of the world, for `type: confluence, server: backlot`. */
  url(source: string): string;
  /** No secret of anybody's, and as long as one. */
  tokenOf(member: string): string;
  /** The world's sources as a configuration names them. */
  entries(): Record<string, string>[];
  /** An environment with each member's token, as `entries` ask for it. */
  tokens: Record<string, string>;
  requests: { source: string; member: string; path: string }[];
  disturb: Disturb | null;
  close(): Promise<void>;
}

/**
 * A world's sources over HTTP in this process, each as a wiki in Confluence's shapes and backlot's small language: what an adapter, a run and
 * its recording go through is as with a server, and needs none. Rights are those of the sources in process.
 */
export async function startWikis(content: ServedContent): Promise<LoopbackWikis> {
  const sources = new Map(inProcessSources(content).map((source) => [source.describe().name, source]));
  const tokenOf = (member: string) => `tok-${sha256(member).slice(0, 32)}`;
  const members = new Map(content.members.map(({ id }) => [`Bearer ${tokenOf(id)}`, id]));
  const variable = (id: string) => `LIVE_${id.toUpperCase().replace(".", "_")}`;
  const tokens = Object.fromEntries(content.members.map(({ id }) => [variable(id), tokenOf(id)]));
  const wikis: Omit<LoopbackWikis, "url" | "entries" | "close"> = { tokenOf, tokens, requests: [], disturb: null };
  const server = await serveLoopback({
    methods: ["GET"],
    async handle({ request, response }: Exchange) {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://wiki");
      const [, name = "", ...rest] = pathname.split("/");
      const source = sources.get(name);
      const member = members.get(request.headers.authorization ?? "") ?? "";
      const path = rest.join("/");
      const disturbed = wikis.disturb?.({ source: name, member, count: wikis.requests.length }) ?? null;
      wikis.requests.push({ source: name, member, path });
      if (disturbed === "cut") return void response.destroy();
      const said =
        disturbed !== null || !source || member === ""
          ? { status: disturbed ?? 401, json: { message: "no" } }
          : await answer({ source, member, path, cql: searchParams.get("cql") ?? "" });
      response.writeHead(said.status, { "content-type": "application/json" }).end(JSON.stringify(said.json));
    },
  });
  const url = (source: string) => `${server.origin}/${source}`;
  const entryOf = (name: string) => {
    return { name, type: "confluence", server: "backlot", url: url(name), token_env: "LIVE_{caller}" };
  };
  return Object.assign(wikis, { url, entries: () => [...sources.keys()].map(entryOf), close: () => server.close() });
}

interface Asked {
  source: LiveSource;
  member: string;
  path: string;
  cql: string;
}

async function answer({ source, member, path, cql }: Asked): Promise<{ status: number; json: unknown }> {
  const caller = memberAsCaller(member);
  const id = /^rest\/api\/content\/(.+)$/.exec(path)?.[1];
  if (id !== undefined) {
    const opened = await source.open(decodeURIComponent(id), caller);
    if (opened.type !== "opened") return { status: 404, json: { message: "not found" } };
    const { item } = opened;
    // A wiki's page has no parts: what hangs below an item stands in its text.
    const text = [item.text, ...item.parts.map((part) => `${part.id}: ${part.text}`)].join("\n");
    return { status: 200, json: { ...pageOf(item), body: { storage: { value: text } } } };
  }
  const words = /text ~ "([^"]*)"/.exec(cql)?.[1]?.split(" ") ?? [];
  const query = { keywords: words, match: "all", filters: {} } as const;
  const found = await source.search(query, { limit: 50, pages: 9 }, caller);
  if (found.type !== "found") return { status: 500, json: { message: found.type } };
  const results = found.items.map((item) => ({ content: pageOf(item), excerpt: item.snippet }));
  return { status: 200, json: { results, totalSize: results.length, _links: {} } };
}

function pageOf({ id, title, container, author, updatedAt }: LiveItem) {
  return {
    ...{ id, type: "page", title, space: { key: container }, version: { when: updatedAt ?? undefined } },
    history: { createdBy: { username: author?.id, displayName: author?.name ?? "" } },
    _links: { webui: `/pages/${id}` },
  };
}
