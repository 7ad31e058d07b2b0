import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import type { FilledServer } from "../filled-server.ts";

/** More than two pages of the adapter. */
const MANY = 104;
const TOKENS: Readonly<Record<string, string>> = { ines: "token-of-ines-is-long", otto: "token-of-otto-is-long" };
const MEMBERS: Readonly<Record<string, readonly string[]>> = { PLANT: ["ines", "otto"], VAULT: ["ines"] };
const ROOMS = Object.keys(MEMBERS).map((_id, at) => ({
  _id,
  t: "p",
  name: _id.toLowerCase(),
  lm: `2026-03-0${9 - at}T00:00:00.000Z`,
}));
const MESSAGES = [
  message("m1", "PLANT", "The zebra pump overheats"),
  { ...message("m2", "PLANT", "It overheats, the pump, says the zebra"), tmid: "m1" },
  message("m3", "VAULT", "okapi: the pump is replaced next week"),
  ...Array.from({ length: MANY }, (_, at) => message(`gnu-${at}`, "PLANT", `gnu of day ${at}`)),
];

function message(_id: string, rid: string, msg: string) {
  const ts = "2026-03-27T14:44:00.549Z";
  return { ...{ _id, rid, msg, ts, _updatedAt: ts }, u: { _id: "u1", username: "ines", name: "Ines Wagner" } };
}

/**
 * No Rocket.Chat, but a server of exchanges rebuilt from its public reference: rooms of members, messages by expression, pages by offset. It
 * shows what the adapter makes of them, and nothing of the product.
 */
export async function startRebuiltRocketChat(): Promise<FilledServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const user = String(request.headers["x-user-id"]);
    const isKnown = TOKENS[user] !== undefined && request.headers["x-auth-token"] === TOKENS[user];
    const [status, json] = isKnown ? answerTo(user, pathname.replace("/api/v1/", ""), searchParams) : SIGNED_OUT;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const callerOf = (name: string, token = TOKENS[name]) => Caller.withTokens(name, { chat: `${name}:${token}` });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world: (url) => ({
      source: SOURCE_TYPES.rocketchat.open("chat", { url, rooms: 8 }, { fetch }),
      ...{ insider: callerOf("ines"), outsider: callerOf("otto"), stranger: callerOf("ines", "of-another-server") },
      ...{ shared: "zebra", secret: "okapi", phrase: "pump overheats" },
      many: { word: "gnu", count: MANY },
      unknownId: "m9",
    }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = readonly [status: number, json: object];
const SIGNED_OUT: Answer = [401, { status: "error", message: "You must be logged in to do this." }];
const refused = (error: string): Answer => [400, { success: false, error }];

function answerTo(user: string, method: string, asked: URLSearchParams): Answer {
  const rooms = ROOMS.filter(({ _id }) => MEMBERS[_id]?.includes(user));
  const seen = MESSAGES.filter(({ rid }) => rooms.some(({ _id }) => _id === rid));
  const given = (name: string) => asked.get(name) ?? "";
  const page = <T>(all: readonly T[]) =>
    all.slice(Number(given("offset")), Number(given("offset")) + Number(given("count")));
  switch (method) {
    case "rooms.get":
      return [200, { update: rooms, remove: [], success: true }];
    case "rooms.info": {
      const room = rooms.find(({ _id }) => _id === given("roomId"));
      return room ? [200, { room, success: true }] : refused("error-room-not-found");
    }
    case "chat.search": {
      const [, body = "", flags = ""] = /^\/(.+)\/([imsu]*)$/.exec(given("searchText")) ?? [];
      const expression = new RegExp(body, flags);
      const messages = page(seen.filter(({ rid, msg }) => rid === given("roomId") && expression.test(msg)));
      return [200, { messages, success: true }];
    }
    case "chat.getMessage": {
      const message = seen.find(({ _id }) => _id === given("msgId"));
      return message ? [200, { message, success: true }] : refused("The required msgId is not valid");
    }
    case "chat.getThreadMessages": {
      const replies = seen.filter((one) => "tmid" in one && one.tmid === given("tmid"));
      return [200, { messages: page(replies), count: replies.length, offset: 0, total: replies.length, success: true }];
    }
    default:
      return [404, { success: false, error: "Invalid method" }];
  }
}
