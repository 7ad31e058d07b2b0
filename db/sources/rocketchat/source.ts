import { z } from "zod";
import { checkQuery } from "../asking/check-query.ts";
import { besideRequest, listContainers, searchPages } from "../asking/collect-pages.ts";
import { readJson } from "../asking/read-answer.ts";
import { requestJson } from "../asking/request-json.ts";
import type { Caller } from "../caller.ts";
import type {
  CallOptions,
  ContainersOutcome,
  LiveSource,
  OpenOutcome,
  SearchOptions,
  SearchOutcome,
  SourceDescription,
  SourceFault,
  SourceQuery,
  SourceRequest,
} from "../port.ts";
import type { SourceEffects } from "../source-type.ts";
import {
  MESSAGE_ANSWER,
  messageItem,
  openedMessage,
  ROOM_ANSWER,
  ROOMS_ANSWER,
  type Room,
  roomName,
  SEARCH_ANSWER,
  THREAD_ANSWER,
} from "./answers.ts";
import { writeRocketChatQuery } from "./search-query.ts";

export const ROCKETCHAT_OPTIONS = z.strictObject({
  /** Where `api` is. */
  url: z.url(),
  /** Rooms that one search looks through at most, those of the latest messages: it takes one room a request, and 10 requests a minute. */
  rooms: z.number().int().positive().max(100).default(8),
});

type Options = z.infer<typeof ROCKETCHAT_OPTIONS>;

const PAGE_SIZE = 50;
const REPLIES = 200;

interface Asking {
  caller: Caller;
  signal: AbortSignal | undefined;
}

/** Rocket.Chat by its REST interface. The token is `user id:token`, as a personal access token is shown. */
export function openRocketChat(name: string, { url, rooms: mostRooms }: Options, { fetch }: SourceEffects): LiveSource {
  const root = url.replace(/\/+$/, "");

  async function ask<T>(path: string, schema: z.ZodType<T>, { caller, signal }: Asking) {
    const answer = await requestJson({
      ...{ url: `${root}/api/v1/${path}`, source: name, caller, signal, fetch },
      authorization: (token) => {
        const [user = "", ...secret] = token.split(":");
        return { "X-User-Id": user, "X-Auth-Token": secret.join(":") };
      },
    });
    return { status: answer.status, result: readJson(answer, schema) };
  }

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "chat", container: "room", language: "Rocket.Chat search", items: ["message"] },
      ...{ filters: ["container"], hasPhrases: true, isStandIn: false },
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe());
    if ("type" in checked) return { ...checked, requests: [] };
    const asking = { caller, signal: options.signal };
    const all = await searchedRooms(checked.filters.container, asking);
    if ("fault" in all) return { ...all.fault, requests: [{ query: "rooms", status: all.status, items: 0 }] };
    const beside = [besideRequest("rooms", all.status)];
    const text = writeRocketChatQuery(checked);
    const searched = new Map(
      all.rooms.slice(0, mostRooms).map((room) => [`${roomName(room)} (${room._id}): ${text}`, room]),
    );
    const searching = await searchPages([...searched.keys()], options, async (written, offset) => {
      const room = searched.get(written)!;
      const shape = { roomId: room._id, searchText: text, count: String(PAGE_SIZE), offset: offset ?? "0" };
      const { status, result } = await ask(`chat.search?${new URLSearchParams(shape)}`, SEARCH_ANSWER, asking);
      if (result.type !== "read") return { status, page: result };
      const items = result.value.messages.map((one) => messageItem(one, { source: name, url: root, room }));
      const from = Number(offset ?? 0);
      // It counts nothing: a short page after a whole one may as well be of a server that gives fewer a page by now.
      const isLast = items.length === 0 || (from === 0 && items.length < PAGE_SIZE);
      const next = isLast ? null : { at: String(from + items.length) };
      return { status, page: { items, total: null, next } };
    });
    const outcome = { ...searching, requests: [...beside, ...searching.requests] };
    const isCut = all.rooms.length > searched.size && "items" in outcome;
    return isCut ? { ...outcome, total: null, truncated: { shown: outcome.items.length, of: null } } : outcome;
  }

  async function searchedRooms(
    container: string | undefined,
    asking: Asking,
  ): Promise<{ status: number | null; rooms: readonly Room[] } | { status: number | null; fault: SourceFault }> {
    const { status, result } =
      container === undefined ? await ask("rooms.get", ROOMS_ANSWER, asking) : await roomOf(container, asking);
    if (result.type !== "read") return { status, fault: result };
    const rooms = "update" in result.value ? result.value.update : [result.value.room];
    return { status, rooms: rooms.toSorted((a, b) => ((a.lm ?? "") < (b.lm ?? "") ? 1 : -1)) };
  }

  function roomOf(id: string, asking: Asking) {
    return ask(`rooms.info?${new URLSearchParams({ roomId: id })}`, ROOM_ANSWER, asking);
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const asking = { caller, signal };
    const found = await ask(`chat.getMessage?${new URLSearchParams({ msgId: id })}`, MESSAGE_ANSWER, asking);
    const requests: SourceRequest[] = [
      { query: id, status: found.status, items: found.result.type === "read" ? 1 : 0 },
    ];
    // Of a message that is not there, and of one in a room that the caller is not in, it says the same.
    if (found.result.type === "refused") return { type: "gone", message: found.result.message, requests };
    if (found.result.type !== "read") return { ...found.result, requests };
    const { message } = found.result.value;
    const room = await roomOf(message.rid, asking);
    requests.push(besideRequest(`room ${message.rid}`, room.status));
    if (room.result.type !== "read") return { ...room.result, requests };
    const place = { source: name, url: root, room: room.result.value.room };
    const item = openedMessage(message, place);
    if (item.parent !== null) return { type: "opened", item, requests };
    const shape = { tmid: id, count: String(REPLIES) };
    const thread = await ask(`chat.getThreadMessages?${new URLSearchParams(shape)}`, THREAD_ANSWER, asking);
    requests.push(besideRequest(`thread of ${id}`, thread.status));
    if (thread.result.type !== "read") return { ...thread.result, requests };
    const { messages, total } = thread.result.value;
    const parts = messages.map((one) => openedMessage(one, place)).sort(byTime);
    const truncated = total > parts.length ? { shown: parts.length, of: total } : null;
    return { type: "opened", item: { ...item, parts, truncated }, requests };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("rooms", async () => {
      const { status, result } = await ask("rooms.get", ROOMS_ANSWER, { caller, signal });
      if (result.type !== "read") return { status, page: result };
      const items = result.value.update.map((room: Room) => ({ key: room._id, name: roomName(room) }));
      return { status, page: { items, total: items.length, next: null } };
    });
  }

  return { describe, search, open, containers };
}

function byTime(a: { updatedAt: string | null }, b: { updatedAt: string | null }): number {
  return (a.updatedAt ?? "") < (b.updatedAt ?? "") ? -1 : 1;
}
