import { expect, it } from "vitest";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { answering } from "../exchanges.ts";

/**
 * Exchanges rebuilt from the public reference of Confluence Data Center (https://developer.atlassian.com/server/confluence/rest/): no
 * server of it can be had here. Pages by `start`, people by `username`, personal access tokens as Bearer.
 */
const WIKI = "https://wiki.example/confluence";
const caller = Caller.withTokens("ines", { wiki: "personal-access-token" });

it("pages by start, with people as a data centre has them, below a context path", async () => {
  const exchange = answering([
    {
      json: {
        ...{ results: [result("101", "Pumps")], start: 0, limit: 50, size: 1, totalSize: 2 },
        _links: {
          base: WIKI,
          context: "/confluence",
          next: "/rest/api/search?cql=text&limit=50&start=50&expand=content.space",
        },
      },
    },
    { json: { results: [result("102", "More pumps")], start: 50, limit: 50, size: 1, totalSize: 2, _links: {} } },
  ]);
  const wiki = SOURCE_TYPES.confluence.open("wiki", { url: `${WIKI}/`, server: "confluence" }, exchange);
  const outcome = await wiki.search(
    { keywords: ["hot pump"], match: "all", filters: { container: "~ines", author: "ines" } },
    { limit: 10, pages: 5 },
    caller,
  );
  expect(outcome).toMatchObject({ type: "found", total: 2, truncated: null });
  if (outcome.type !== "found") return;
  expect(outcome.items.map(({ id }) => id)).toEqual(["101", "102"]);
  expect(outcome.items[0]).toEqual({
    ...{ id: "101", source: "wiki", kind: "page", title: "Pumps", snippet: "the hot pump of hall 3" },
    ...{ address: `${WIKI}/display/OPS/Pumps`, container: "OPS", parent: null },
    ...{ author: { id: "ines", name: "Ines Wagner" }, updatedAt: "2026-02-01T09:00:00.000Z" },
  });
  expect(exchange.asked.map(({ url }) => url.pathname)).toEqual(Array(2).fill("/confluence/rest/api/search"));
  expect(exchange.asked[0]?.url.searchParams.get("cql")).toBe(
    String.raw`type IN (page, blogpost) AND text ~ "\"hot pump\"" AND space = "~ines" AND creator = "ines"`,
  );
  expect(exchange.asked[1]?.url.searchParams.get("start")).toBe("50");
  expect(exchange.asked[0]?.authorization).toBe("Bearer personal-access-token");
});

it("refuses what is no query before it asks, and says all that is wrong", async () => {
  const exchange = answering([]);
  const wiki = SOURCE_TYPES.confluence.open("wiki", { url: WIKI, server: "confluence" }, exchange);
  const query = { keywords: ["...", "\u0000"], match: "all", filters: { since: "2026-02-30", until: "soon" } } as const;
  const outcome = await wiki.search(query, { limit: 10, pages: 5 }, caller);
  expect(outcome).toMatchObject({ type: "refused", requests: [] });
  for (const part of ["no keyword", "since", "until"]) expect(JSON.stringify(outcome)).toContain(part);
  expect(exchange.asked).toEqual([]);
});

it("reads the text of a page with its tables, code and entities, and no markup", async () => {
  const value =
    '<h1>Pumps</h1><p>Hot &amp; <b>loud</b></p><table><tr><th>Pump</th><td>P-7</td></tr></table><ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[if (a < b) stop();]]></ac:plain-text-body></ac:structured-macro>';
  const exchange = answering([{ json: { ...result("101", "Pumps").content, body: { storage: { value } } } }]);
  const wiki = SOURCE_TYPES.confluence.open("wiki", { url: WIKI, server: "confluence" }, exchange);
  const opened = await wiki.open("101", caller);
  expect(opened).toMatchObject({
    type: "opened",
    item: { text: "Pumps\nHot & loud\nPump P-7\nif (a < b) stop();", parts: [], truncated: null },
  });
});

function result(id: string, title: string) {
  return {
    content: {
      ...{ id, type: "page", status: "current", title, space: { key: "OPS" } },
      history: { createdBy: { type: "known", username: "ines", userKey: "8a7f", displayName: "Ines Wagner" } },
      version: { when: "2026-02-01T10:00:00.000+01:00" },
      _links: { webui: `/display/OPS/${title}` },
    },
    excerpt: "the @@@hl@@@hot pump@@@endhl@@@ of hall 3",
  };
}
