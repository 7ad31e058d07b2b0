import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Caller } from "../../../db/sources/caller.ts";
import type { LiveSource, SearchOutcome } from "../../../db/sources/port.ts";
import { describeUnless, missingDokuWiki, missingRedmine } from "../../left-out.ts";
import { describeOn } from "../../servers.ts";
import { startBacklotWorld } from "./backlot-world.ts";
import type { ContractWorld } from "./contract.ts";
import { startDokuWiki } from "./dokuwiki/world.ts";
import { BACKLOT, DOKUWIKI, type FaultyProduct, MATRIX, plain, REDMINE, ROCKETCHAT } from "./fault-products.ts";
import type { FilledServer } from "./filled-server.ts";
import { fillSynapse } from "./matrix/world.ts";
import { changed, type Fault, memberOf, type ProxiedAnswer, startProxy, type TestProxy } from "./proxy.ts";
import { fillRedmine } from "./redmine/world.ts";
import { startRebuiltRocketChat } from "./rocketchat/world.ts";

interface FaultyServer {
  name: string;
  /** `describe`, which leaves the suite out where the server is not here. */
  describe(title: string, suite: () => void): void;
  start(): Promise<Record<string, FilledServer>>;
  products: readonly FaultyProduct[];
}

const FAULTY_SERVERS: readonly FaultyServer[] = [
  {
    ...{ name: "backlot", products: BACKLOT, start: startBacklotWorld },
    describe: (title, suite) => describeOn(["backlot"], title, suite),
  },
  {
    ...{ name: "Synapse", products: [MATRIX], start: async () => ({ matrix: await fillSynapse() }) },
    describe: (title, suite) => describeOn(["Synapse"], title, suite),
  },
  {
    ...{ name: "DokuWiki", products: [DOKUWIKI], start: async () => ({ dokuwiki: await startDokuWiki() }) },
    describe: (title, suite) => describeUnless(missingDokuWiki(), title, suite),
  },
  {
    ...{ name: "Redmine", products: [REDMINE], start: async () => ({ redmine: await fillRedmine() }) },
    describe: (title, suite) => describeUnless(missingRedmine(), title, suite),
  },
  {
    name: "a server of Rocket.Chat's exchanges",
    ...{ products: [ROCKETCHAT], start: async () => ({ rocketchat: await startRebuiltRocketChat() }), describe },
  },
];

const ALL = { limit: 1_000, pages: 100 };

for (const server of FAULTY_SERVERS)
  server.describe(`faults of live sources before ${server.name}`, () => {
    let filled: Record<string, FilledServer>;
    let proxy: TestProxy;
    beforeAll(async () => {
      filled = await server.start();
      proxy = await startProxy(Object.values(filled)[0]!.url);
    });
    afterAll(async () => {
      await proxy.close();
      await Object.values(filled)[0]!.stop();
    });

    for (const product of server.products)
      describe(`of ${product.name}`, () => describeFaults(product, () => ({ filled: filled[product.name]!, proxy })));
  });

function describeFaults(product: FaultyProduct, open: () => { filled: FilledServer; proxy: TestProxy }): void {
  let proxy: TestProxy;
  let world: ContractWorld;
  const many = () => ({ keywords: [world.many.word], match: "all", filters: {} }) as const;
  const search = (query: Parameters<LiveSource["search"]>[0] = many(), pages = ALL.pages): Promise<SearchOutcome> =>
    world.source.search(query, { ...ALL, pages }, world.insider);
  const onSecondPage = (then: (answer: ProxiedAnswer, request: Parameters<Fault>[0]) => ProxiedAnswer): Fault => {
    return (request, answer) => (request.number > 1 ? then(answer, request) : answer);
  };
  const { pageSize, counts, expire, archive, refuse, loop, keepBack, shrink, shrinksTo } = product;

  beforeEach(() => {
    const opened = open();
    proxy = opened.proxy;
    world = opened.filled.world(proxy.url);
    proxy.set((_, answer) => answer);
  });

  it("too many requests: the wait that it asks for is said, nothing is found", async () => {
    proxy.set(() => plain(429, "{}", { "retry-after": "7" }));
    expect(await search()).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
    const listed = await world.source.containers(world.insider);
    expect(listed).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
    const opened = await world.source.open(world.unknownId, world.insider);
    expect(opened).toMatchObject({ type: "rate_limited", retryAfterMs: 7_000 });
  });

  it("a token that has ended: unauthorised, never nothing found", async () => {
    proxy.set((request, answer) => expire(answer, request));
    expect(await search()).toMatchObject({ type: "unauthorised" });
    expect(await world.source.open(world.unknownId, world.insider)).toMatchObject({ type: "unauthorised" });
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

  it("archived between list and fetch: gone", async () => {
    const outcome = await search({ ...many(), keywords: [world.shared] });
    const [item] = outcome.type === "found" ? outcome.items : [];
    proxy.set((request, answer) => archive(answer, request));
    expect(await world.source.open(item?.id ?? "", world.insider)).toMatchObject({ type: "gone" });
  });

  it("an error that quotes the token: it is taken out", async () => {
    const token = Caller.tokenOf(world.insider, world.source.describe().name) ?? "";
    const [secret = ""] = token.split(":").slice(-1);
    const sent = `Basic ${Buffer.from(token).toString("base64")}`;
    proxy.set(() => refuse(`bad ${token} ${sent}`));
    const outcome = JSON.stringify(await search());
    for (const form of [token, secret, sent]) expect(outcome).not.toContain(form);
    expect(outcome).toContain('"refused"');
  });

  it("a caller's own end of a call: rejected with the caller's reason", async () => {
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    const options = { ...ALL, signal: controller.signal };
    await expect(world.source.search(many(), options, world.insider)).rejects.toThrow("enough");
  });

  it("every request that it was sent is in the trace, with its status", async () => {
    const outcome = await search();
    expect(outcome.requests).toHaveLength(proxy.seen.length);
    const [item] = outcome.type === "found" ? outcome.items : [];
    proxy.set((_, answer) => answer);
    const opened = await world.source.open(item?.id ?? "", world.insider);
    expect(opened.requests).toHaveLength(proxy.seen.length);
    proxy.set((_, answer) => answer);
    const listed = await world.source.containers(world.insider);
    expect(listed.requests).toHaveLength(proxy.seen.length);
    const statuses = [outcome, opened, listed].flatMap(({ requests }) => requests.map(({ status }) => status));
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  if (pageSize === undefined) return;

  it("too many requests without a wait, on the second page: the first page, and what was missed", async () => {
    proxy.set(onSecondPage(() => plain(429, "{}")));
    const outcome = await search();
    expect(outcome).toMatchObject({ type: "partial", fault: { type: "rate_limited", retryAfterMs: null } });
    expectItems(outcome, pageSize);
    expect(outcome.requests.flatMap(({ status, isBeside }) => (isBeside ? [] : [status]))).toEqual([200, 429]);
  });

  it("a token that ends in mid-run: the first page, and that it ended", async () => {
    proxy.set(onSecondPage((answer, request) => expire(answer, request)));
    const outcome = await search();
    expect(outcome).toMatchObject({ type: "partial", fault: { type: "unauthorised" } });
    expectItems(outcome, pageSize);
  });

  it("pages asked for to their limit: truncated, with the count where the source has one", async () => {
    const outcome = await search(many(), 1);
    const of = counts ? world.many.count : null;
    expect(outcome).toMatchObject({ type: "found", truncated: { shown: pageSize, of } });
    expect(outcome.requests.filter(({ isBeside, items }) => !isBeside && items > 0)).toHaveLength(1);
  });

  if (loop)
    it("a way to the next page that leads back: it ends, and says so", async () => {
      let first: ProxiedAnswer | undefined;
      const mended: Fault = (request, answer) => {
        if (!("mend" in loop) || request.place.includes("/rooms/")) return answer;
        first ??= answer;
        return loop.mend(answer, first);
      };
      proxy.set(mended, "rewrite" in loop ? loop.rewrite : undefined);
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "loop" } });
      expect(outcome.requests.filter(({ isBeside }) => !isBeside).length).toBeLessThan(5);
    });

  if (keepBack)
    it("no next page though there is more: what it kept back is said", async () => {
      proxy.set((request, answer) => keepBack(answer, request));
      const outcome = await search();
      expect(outcome).toMatchObject({ type: "partial", fault: { type: "incomplete" } });
      expectItems(outcome, pageSize);
      if (outcome.type === "partial") expect(outcome.truncated).toMatchObject({ shown: pageSize });
    });

  if (shrink)
    it("a page size that the server changes under a cursor: each item once, and all of them or why not", async () => {
      proxy.set((_, answer) => answer, shrink);
      const outcome = await search();
      if (shrinksTo) expect(outcome).toMatchObject({ type: "partial", fault: { type: shrinksTo } });
      if (shrinksTo) return expectItems(outcome, pageSize);
      expect(outcome).toMatchObject({ type: "found", truncated: null });
      expectItems(outcome, world.many.count);
      expect(outcome.requests.filter(({ isBeside }) => !isBeside).length).toBeGreaterThan(2);
    });

  if (product.name === "confluence") describeLinks(() => ({ proxy, world, search }));
}

/** Of pages that come by links. */
function describeLinks(
  given: () => { proxy: TestProxy; world: ContractWorld; search(): Promise<SearchOutcome> },
): void {
  it("a row more past the end of a page: each item once", async () => {
    const { proxy, world, search } = given();
    proxy.set((_, answer) => {
      const results = memberOf(answer, "results") as unknown[];
      return changed(answer, "results", [...results, results[0]]);
    });
    const outcome = await search();
    expect(outcome).toMatchObject({ type: "found", total: world.many.count, truncated: null });
    expectItems(outcome, world.many.count);
  });

  it("a next page elsewhere, a redirect elsewhere: the token goes nowhere but to the source", async () => {
    const { proxy, search } = given();
    const elsewhere = await startProxy(proxy.url);
    proxy.set(({ number }, answer) =>
      number === 3
        ? { ...answer, status: 307, headers: { location: `${elsewhere.url}/atlassian/wiki/rest/api/search?cql=x` } }
        : changed(answer, "_links", {
            base: elsewhere.url,
            next: `${elsewhere.url}${memberOf(answer, "_links.next")}`,
          }),
    );
    const outcome = await search();
    expect(outcome).toMatchObject({ type: "partial", fault: { type: "unavailable" } });
    expectItems(outcome, 100);
    expect(elsewhere.seen).toEqual([]);
    expect(proxy.seen).toHaveLength(3);
    await elsewhere.close();
  });
}

function expectItems(outcome: SearchOutcome, count: number): void {
  const items = "items" in outcome ? outcome.items : [];
  expect(new Set(items.map(({ id }) => id)).size).toBe(count);
  expect(items).toHaveLength(count);
}
