import { Caller } from "../../../../db/sources/caller.ts";
import type { LiveItem, LiveSource, SourceDescription } from "../../../../db/sources/port.ts";

/** MediaWiki by its action interface, as far as the contract asks: it is no product's adapter, since its search shows what its reader may not see. */
export function mediawikiSource(name: string, url: string): LiveSource {
  const sessions = new Map<string, Promise<string>>();
  const cookiesOf = (caller: Caller) => {
    const token = Caller.tokenOf(caller, name) ?? "";
    const session = sessions.get(token) ?? login(url, token);
    sessions.set(token, session);
    return session;
  };
  const ask = async (query: Record<string, string>, caller: Caller) => {
    const asked = new URLSearchParams({ action: "query", format: "json", formatversion: "2", ...query });
    const answer = await fetch(`${url}/api.php?${asked}`, { headers: { cookie: await cookiesOf(caller) } });
    return (await answer.json()) as { error?: { code: string; info: string }; query?: Answer };
  };
  const itemOf = (title: string, snippet: string): LiveItem => ({
    ...{ id: title, source: name, kind: "page", title, snippet: snippet.replace(/<[^>]*>/g, "") },
    address: `${url}/index.php?title=${encodeURIComponent(title)}`,
    container: title.includes(":") ? title.split(":", 1)[0]! : ":",
    ...{ author: null, parent: null, updatedAt: null },
  });
  return {
    describe: (): SourceDescription => ({
      ...{ name, kind: "wiki", container: "namespace", language: "MediaWiki search", items: ["page"] },
      ...{ filters: [], hasPhrases: true, isStandIn: false },
    }),
    async search({ keywords }, { limit }, caller) {
      const srsearch = keywords.map((keyword) => `"${keyword.replaceAll('"', " ")}"`).join(" ");
      const shape = {
        list: "search",
        srwhat: "text",
        srnamespace: "*",
        srlimit: String(Math.min(limit, 50)),
        srsearch,
      };
      const { error, query } = await ask(shape, caller);
      const requests = [{ query: srsearch, status: 200, items: query?.search?.length ?? 0 }];
      if (error) return { type: "unauthorised", message: error.info, requests };
      const items = (query?.search ?? []).map(({ title, snippet }) => itemOf(title, snippet));
      return { type: "found", items, total: query?.searchinfo?.totalhits ?? null, truncated: null, requests };
    },
    async open(id, caller) {
      const { error, query } = await ask({ prop: "revisions", rvprop: "content", rvslots: "main", titles: id }, caller);
      const requests = [{ query: id, status: 200, items: 1 }];
      if (error)
        return { type: error.code === "readapidenied" ? "unauthorised" : "forbidden", message: error.info, requests };
      const [page] = query?.pages ?? [];
      const text = page?.revisions?.[0]?.slots.main.content;
      if (text === undefined) return { type: "gone", message: "no such page", requests };
      return { type: "opened", item: { ...itemOf(id, text), text, parts: [], truncated: null }, requests };
    },
    containers: async () => ({ type: "listed", containers: [], truncated: null, requests: [] }),
  };
}

interface Answer {
  search?: { title: string; snippet: string }[];
  searchinfo?: { totalhits: number };
  pages?: { revisions?: { slots: { main: { content: string } } }[] }[];
}

/** Gives the session's cookies; of who is not let in those of nobody. */
async function login(url: string, token: string): Promise<string> {
  const [username = "", password = ""] = token.split(":");
  const first = await fetch(`${url}/api.php?action=query&meta=tokens&type=login&format=json`);
  const cookies = cookiesIn(first);
  const { query } = (await first.json()) as { query: { tokens: { logintoken: string } } };
  const form = { action: "clientlogin", format: "json", username, password, loginreturnurl: url };
  const body = new URLSearchParams({ ...form, logintoken: query.tokens.logintoken });
  const second = await fetch(`${url}/api.php`, { method: "POST", body, headers: { cookie: headerOf(cookies) } });
  return headerOf(new Map([...cookies, ...cookiesIn(second)]));
}

/** The session of before the login has the name of the one after it. */
function cookiesIn({ headers }: Response): Map<string, string> {
  return new Map(
    headers.getSetCookie().map((cookie) => {
      const [name = "", ...value] = cookie.split(";", 1)[0]!.split("=");
      return [name, value.join("=")];
    }),
  );
}

function headerOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
