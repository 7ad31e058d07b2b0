import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Caller } from "../../../db/sources/caller.ts";
import type { LiveSource, SearchOutcome } from "../../../db/sources/port.ts";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";
import { describeOn } from "../../servers.ts";
import { startBacklot, type TestBacklot } from "./backlot.ts";
import { backlotRecords, backlotWorld } from "./backlot-world.ts";
import type { ContractWorld } from "./contract.ts";
import { changed, type Fault, memberOf, type ProxiedAnswer, startProxy, type TestProxy } from "./proxy.ts";

const ALL = { limit: 1_000, pages: 100 };
const GNU = { keywords: ["gnu"], match: "all", filters: {} } as const;

/** What differs from product to product: where things stand in its answers. */
interface Product {
  name: "confluence" | "jira" | "slack";
  pageSize: number;
  /** Where the way to the next page stands. */
  next: string;
  /** The token's end, as the product says it. */
  expire(answer: ProxiedAnswer): ProxiedAnswer;
  /** What the product says of an item that was listed, and is no more. */
  archive(answer: ProxiedAnswer): ProxiedAnswer;
}

const plain = (status: number, body: string, headers: Record<string, string> = {}): ProxiedAnswer => ({
  ...{ status, body },
  headers: { "content-type": "application/json", ...headers },
});
const PRODUCTS: readonly Product[] = [
  {
    name: "confluence",
    pageSize: 50,
    next: "_links.next",
    expire: () => plain(403, '{"message":"Current user not permitted to use Confluence","statusCode":403}'),
    archive: (answer) => changed(answer, "status", "archived"),
  },
  {
    name: "jira",
    pageSize: 50,
    next: "nextPageToken",
    expire: () => plain(200, '{"issues":[],"isLast":true}', { "x-seraph-loginreason": "AUTHENTICATED_FAILED" }),
    archive: () => plain(404, '{"errorMessages":["Issue does not exist"],"errors":{}}'),
  },
  {
    name: "slack",
    pageSize: 100,
    next: "messages.paging",
    expire: () => plain(200, '{"ok":false,"error":"token_expired"}'),
    archive: () => plain(200, '{"ok":false,"error":"thread_not_found"}'),
  },
];
const LAST_OF_SLACK = { page: 1, pages: 1, count: 100, total: 230 };

describeOn(["backlot"], "faults of live sources", () => {
  let server: TestBacklot;
  let proxy: TestProxy;
  beforeAll(async () => {
    server = await startBacklot(backlotRecords());
    proxy = await startProxy(server.url);
  }, 180_000);
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  describe.each(PRODUCTS.map((product) => [product.name, product] as const))("of %s", (name, product) => {
    let world: ContractWorld;
    const search = (query: Parameters<LiveSource["search"]>[0] = GNU): Promise<SearchOutcome> =>
      world.source.search(query, ALL, world.insider);
    const onSecondPage = (then: (answer: ProxiedAnswer) => ProxiedAnswer | "cut"): Fault => {
      return ({ number }, answer) => (number === 2 ? then(answer) : answer);
    };

    beforeEach(() => {
      world = backlotWorld(server, openAt(name, proxy.url), name);
      proxy.set((_, answer) => answer);
    });

    it("too many requests: the wait that it asks for is said, nothing is found", async () => {
      proxy.set(() => plain(429, "{}", { "retry-after": "7" }));
      expect(await search()).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
      const listed = await world.source.containers(world.insider);
      expect(listed).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
      expect(await world.source.open("1", world.insider)).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
    });

    it("too many requests without a wait, on the second page: the first page, and what was missed", async () => {
      proxy.set(onSecondPage(() => plain(429, "{}")));
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "rate_limited", retryAfterMs: null } });
      expectItems(outcome, product.pageSize);
      expect(outcome.requests.map(({ status }) => status)).toEqual([200, 429]);
    });

    it("a token that ends in mid-run: partial, then unauthorised, never nothing found", async () => {
      proxy.set(onSecondPage(product.expire));
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "unauthorised" } });
      expectItems(outcome, product.pageSize);
      proxy.set((_, answer) => product.expire(answer));
      expect(await search()).toMatchObject({ type: "unauthorised" });
      expect(await world.source.open("1", world.insider)).toMatchObject({ type: "unauthorised" });
      expect(await world.source.containers(world.insider)).toMatchObject({ type: "unauthorised" });
    });

    it("an error of its own, a broken connection, a page of a proxy, another form", async () => {
      const cases: [ProxiedAnswer | "cut", string][] = [
        [plain(500, "{}"), "unavailable"],
        [plain(503, "<html>"), "unavailable"],
        ["cut", "unavailable"],
        [plain(302, "", { location: "https://login.example/" }), "unavailable"],
        [plain(200, "<html>Sign in</html>", { "content-type": "text/html" }), "unreadable"],
        [plain(200, '{"ok":true,"results":{"a":1},"issues":7}'), "unreadable"],
        [plain(401, "{}"), "unauthorised"],
      ];
      const outcomes: [string, string][] = [];
      for (const [answer, expected] of cases) {
        proxy.set(() => answer);
        outcomes.push([(await search()).type, expected]);
      }
      expect(outcomes.map(([type]) => type)).toEqual(outcomes.map(([, expected]) => expected));
    });

    it("a cursor that loops: it ends, and says so", async () => {
      let first: unknown;
      proxy.set((_, answer) => {
        first ??= memberOf(answer, product.next);
        return changed(answer, product.next, first);
      });
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "loop" } });
      expect(outcome.requests.length).toBeLessThan(5);
    });

    it("no next page though there is more: what it kept back is said", async () => {
      proxy.set((_, answer) => changed(answer, product.next, name === "slack" ? LAST_OF_SLACK : undefined));
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "incomplete" } });
      expectItems(outcome, product.pageSize);
      if (outcome.type === "partial") expect(outcome.truncated).toMatchObject({ shown: product.pageSize });
    });

    it("archived between list and fetch: gone", async () => {
      const outcome = await search({ ...GNU, keywords: ["zebra"] });
      const [item] = outcome.type === "found" ? outcome.items : [];
      proxy.set((_, answer) => product.archive(answer));
      expect(await world.source.open(item?.id ?? "", world.insider)).toMatchObject({ type: "gone" });
    });

    it("pages asked for to their limit: truncated, with the count where the source has one", async () => {
      const outcome = await world.source.search(GNU, { limit: 1_000, pages: 2 }, world.insider);
      const shown = 2 * product.pageSize;
      expect(outcome).toMatchObject({ type: "found", truncated: { shown, of: name === "jira" ? null : 230 } });
      expect(outcome.requests).toHaveLength(2);
    });

    it("an error that quotes the token: it is taken out", async () => {
      const token = Caller.tokenOf(world.insider, world.source.describe().name) ?? "";
      const [secret = ""] = token.split(":").slice(-1);
      const sent = `Basic ${Buffer.from(token).toString("base64")}`;
      proxy.set(() => plain(400, JSON.stringify({ message: `bad ${token} ${sent}`, ok: false, error: token })));
      const outcome = JSON.stringify(await search());
      for (const form of [token, secret, sent]) expect(outcome).not.toContain(form);
      expect(outcome).toContain('"refused"');
    });

    it("a caller's own end of a call: rejected with the caller's reason", async () => {
      const controller = new AbortController();
      controller.abort(new Error("enough"));
      await expect(world.source.search(GNU, { ...ALL, signal: controller.signal }, world.insider)).rejects.toThrow(
        "enough",
      );
    });
  });

  it("a page size that the server changes under a cursor: each item once", async () => {
    proxy.set(
      (_, answer) => answer,
      (path) => path.replace("limit=50", "limit=20"),
    );
    const world = backlotWorld(server, openAt("confluence", proxy.url), "confluence");
    const outcome = await world.source.search(GNU, ALL, world.insider);
    expect(outcome).toMatchObject({ type: "found", total: 230, truncated: null });
    expectItems(outcome, 230);
    expect(outcome.requests.map(({ items }) => items)).toEqual([...Array(11).fill(20), 10]);
  });

  it("a row more past the end of a page: each item once", async () => {
    proxy.set((_, answer) => {
      const results = memberOf(answer, "results") as unknown[];
      return changed(answer, "results", [...results, results[0]]);
    });
    const world = backlotWorld(server, openAt("confluence", proxy.url), "confluence");
    const outcome = await world.source.search(GNU, ALL, world.insider);
    expect(outcome).toMatchObject({ type: "found", total: 230, truncated: null });
    expectItems(outcome, 230);
  });

  it("a next page elsewhere, a redirect elsewhere: the token goes nowhere but to the source", async () => {
    const elsewhere = await startProxy(server.url);
    const world = backlotWorld(server, openAt("confluence", proxy.url), "confluence");
    proxy.set(({ number }, answer) =>
      number === 3
        ? { ...answer, status: 307, headers: { location: `${elsewhere.url}/atlassian/wiki/rest/api/search?cql=x` } }
        : changed(answer, "_links", {
            base: elsewhere.url,
            next: `${elsewhere.url}${memberOf(answer, "_links.next")}`,
          }),
    );
    const outcome = await world.source.search(GNU, ALL, world.insider);
    expect(outcome).toMatchObject({ type: "partial", fault: { type: "unavailable" } });
    expectItems(outcome, 100);
    expect(elsewhere.seen).toEqual([]);
    expect(proxy.seen).toHaveLength(3);
    await elsewhere.close();
  });
});

function openAt(name: Product["name"], url: string): LiveSource {
  if (name === "confluence")
    return SOURCE_TYPES.confluence.open("wiki", { url: `${url}/atlassian/wiki`, server: "backlot" }, { fetch });
  if (name === "jira")
    return SOURCE_TYPES.jira.open("tracker", { url: `${url}/atlassian`, server: "backlot" }, { fetch });
  return SOURCE_TYPES.slack.open("chat", { url: `${url}/slack/api`, server: "backlot" }, { fetch });
}

function expectItems(outcome: SearchOutcome, count: number): void {
  const items = "items" in outcome ? outcome.items : [];
  expect(new Set(items.map(({ id }) => id)).size).toBe(count);
  expect(items).toHaveLength(count);
}
