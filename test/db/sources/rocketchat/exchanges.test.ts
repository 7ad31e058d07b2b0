import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { plainKeywords } from "../../../../db/sources/asking/keywords.ts";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { writeRocketChatQuery } from "../../../../db/sources/rocketchat/search-query.ts";
import { hostileText } from "../../../../scripts/source-queries/hostile-texts.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { describeContract } from "../contract.ts";
import { answering } from "../exchanges.ts";
import type { FilledServer } from "../filled-server.ts";
import { startRebuiltRocketChat } from "./world.ts";

/**
 * Exchanges rebuilt from Rocket.Chat's public reference (https://developer.rocket.chat/apidocs/search-message): no server of it can be had
 * here, so that neither its rights nor its search are tried.
 */
const CHAT = "https://chat.example";
const caller = Caller.withTokens("ines", { chat: "RtMDEYc28fQ5aHpf4:personal-access-token" });
const open = (exchange: ReturnType<typeof answering>, rooms = 8) =>
  SOURCE_TYPES.rocketchat.open("chat", { url: `${CHAT}/`, rooms }, exchange);
const OPTIONS = { limit: 100, pages: 5 };
const ask = (...keywords: string[]) => ({ keywords, match: "all", filters: {} }) as const;

const message = (id: string, rid: string, more: object = {}) => ({
  ...{ _id: id, rid, msg: `the pump of ${id}`, ts: "2026-03-27T14:44:00.549Z", mentions: [], channels: [] },
  ...{ u: { _id: "u1", username: "ines.wagner", name: "Ines Wagner" }, _updatedAt: "2026-03-27T14:44:00.550Z" },
  ...more,
});
const ROOMS = [
  { _id: "GENERAL", t: "c", name: "general", lm: "2026-03-01T00:00:00.000Z" },
  { _id: "VAULT", t: "p", name: "vault", lm: "2026-03-03T00:00:00.000Z" },
  { _id: "u1u2", t: "d", usernames: ["ines.wagner", "otto"] },
];

it("searches the caller's rooms one by one, those of the latest messages first, and says that others were left out", async () => {
  const exchange = answering([
    { json: { update: ROOMS, remove: [], success: true } },
    { json: { messages: [message("m1", "VAULT")], success: true } },
    { json: { messages: [message("m2", "GENERAL", { tmid: "m0" })], success: true } },
  ]);
  const outcome = await open(exchange, 2).search(ask("hot pump"), OPTIONS, caller);
  expect(outcome).toMatchObject({ type: "found", truncated: { shown: 2, of: null } });
  expect("items" in outcome && outcome.items).toEqual([
    expect.objectContaining({ id: "m1", title: "vault", parent: null, address: `${CHAT}/group/vault?msg=m1` }),
    expect.objectContaining({
      id: "m2",
      container: "GENERAL",
      parent: "m0",
      author: { id: "u1", name: "Ines Wagner" },
    }),
  ]);
  const [, first] = exchange.asked;
  expect(first!.url.pathname).toBe("/api/v1/chat.search");
  expect(Object.fromEntries(first!.url.searchParams)).toMatchObject({ roomId: "VAULT", offset: "0" });
  expect(exchange.headers[0]).toMatchObject({
    "x-user-id": "RtMDEYc28fQ5aHpf4",
    "x-auth-token": "personal-access-token",
  });
});

it("pages a room by offset until nothing comes", async () => {
  const full = Array.from({ length: 50 }, (_, at) => message(`a${at}`, "GENERAL"));
  const exchange = answering([
    { json: { room: ROOMS[0], success: true } },
    { json: { messages: full, success: true } },
    { json: { messages: [message("b", "GENERAL")], success: true } },
    { json: { messages: [], success: true } },
  ]);
  const query = { ...ask("pump"), filters: { container: "GENERAL" } };
  const outcome = await open(exchange).search(query, OPTIONS, caller);
  expect(outcome).toMatchObject({ type: "found", truncated: null });
  expect("items" in outcome && outcome.items).toHaveLength(51);
  expect(exchange.asked.slice(1).map(({ url }) => url.searchParams.get("offset"))).toEqual(["0", "50", "51"]);
});

it("opens a message with its thread, oldest first, and one that is not for the caller as gone", async () => {
  const replies = [
    message("m3", "GENERAL", { tmid: "m0", _updatedAt: "2026-03-29T00:00:00.000Z" }),
    message("m2", "GENERAL", { tmid: "m0", _updatedAt: "2026-03-28T00:00:00.000Z" }),
  ];
  const exchange = answering([
    { json: { message: message("m0", "GENERAL"), success: true } },
    { json: { room: ROOMS[0], success: true } },
    { json: { messages: replies, count: 2, offset: 0, total: 3, success: true } },
  ]);
  expect(await open(exchange).open("m0", caller)).toMatchObject({
    type: "opened",
    item: { text: "the pump of m0", parts: [{ id: "m2" }, { id: "m3" }], truncated: { shown: 2, of: 3 } },
  });
  const hidden = answering([{ status: 400, json: { success: false, error: "The required msgId is not valid" } }]);
  expect(await open(hidden).open("m9", caller)).toMatchObject({ type: "gone" });
});

it("tells of a token that is not taken and of a rate limit, never that there is nothing", async () => {
  const signedOut = { status: 401, json: { status: "error", message: "You must be logged in to do this." } };
  expect(await open(answering([signedOut])).search(ask("pump"), OPTIONS, caller)).toMatchObject({
    type: "unauthorised",
  });
  const limited = answering([
    { json: { update: ROOMS, remove: [], success: true } },
    { status: 429, headers: { "retry-after": "7" }, json: { success: false, error: "Error, too many requests." } },
  ]);
  expect(await open(limited).search(ask("pump"), OPTIONS, caller)).toMatchObject({
    type: "rate_limited",
    retryAfterMs: 7000,
  });
});

it("writes 1,000 hostile keywords as expressions that find what holds them, and nothing else, between two slashes", () => {
  const random = makeRandom("hostile", "rocketchat");
  const given = Array.from({ length: 1000 }, () => plainKeywords([hostileText(random)])[0]).filter(
    (one) => one !== undefined,
  );
  for (const keyword of nonEmpty(given)) {
    const written = writeRocketChatQuery({ keywords: [keyword], match: "all" });
    const [, body, flags] = /^\/([^/]+)\/([a-z]*)$/.exec(written)!;
    expect(written).not.toMatch(/\w:/);
    const expression = new RegExp(body!, `${flags}u`);
    expect(expression.test(`before ${keyword} after`)).toBe(true);
    expect(expression.test("zebra")).toBe("zebra".includes(keyword.toLowerCase()));
  }
});

describe("over a server of rebuilt exchanges", () => {
  let server: FilledServer;
  beforeAll(async () => {
    server = await startRebuiltRocketChat();
  });
  afterAll(() => server.stop());
  describeContract("rocketchat", async () => server.world(server.url));
});
