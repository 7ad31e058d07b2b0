import { z } from "zod";
import { checkQuery } from "../asking/check-query.ts";
import { besideRequest, listContainers, type PageAnswer, searchPages } from "../asking/collect-pages.ts";
import { faultOf, readJson } from "../asking/read-answer.ts";
import { type JsonAnswer, requestJson } from "../asking/request-json.ts";
import type { Caller } from "../caller.ts";
import type {
  CallOptions,
  ContainersOutcome,
  LiveItem,
  LiveSource,
  OpenedItem,
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
  EVENT_ANSWER,
  messageItem,
  NAME_ANSWER,
  openedMessage,
  partsOf,
  RELATIONS_ANSWER,
  ROOMS_ANSWER,
  SEARCH_ANSWER,
} from "./answers.ts";
import { isSearched, writeMatrixQuery } from "./search-query.ts";

export const MATRIX_OPTIONS = z.strictObject({
  /** Of the homeserver: where `_matrix` is. */
  url: z.url(),
});

type Options = z.infer<typeof MATRIX_OPTIONS>;

const PAGE_SIZE = 50;
/** Replies of a thread that are read. */
const REPLIES = 200;

interface Asking {
  caller: Caller;
  signal: AbortSignal | undefined;
  /** Takes the requests for names of rooms. */
  beside: SourceRequest[];
}

/** Matrix by its client-server API. The token is an access token of the person's own. */
export function openMatrix(name: string, { url }: Options, { fetch }: SourceEffects): LiveSource {
  const root = `${url.replace(/\/+$/, "")}/_matrix/client`;
  const ask = (
    path: string,
    { caller, signal }: Pick<Asking, "caller" | "signal">,
    body?: unknown,
  ): Promise<JsonAnswer> =>
    requestJson({
      ...{ url: `${root}/${path}`, source: name, caller, signal, fetch },
      authorization: (token) => ({ authorization: `Bearer ${token}` }),
      ...(body !== undefined && { content: { type: "application/json", body: JSON.stringify(body) } }),
    });

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "chat", container: "room", language: "Matrix search", items: ["message"] },
      ...{ filters: ["container", "author"], hasPhrases: true, isStandIn: false },
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe(), isSearched);
    if ("type" in checked) return { ...checked, requests: [] };
    const { container, author } = checked.filters;
    const within = { ...(container && { rooms: [container] }), ...(author && { senders: [author] }) };
    const names = new Map<string, string>();
    return searchPages([writeMatrixQuery(checked)], options, async (term, cursor) => {
      const room_events = {
        // In the order of rank Synapse gives one page, and does not say that there is more.
        ...{ search_term: term, keys: ["content.body"], order_by: "recent" },
        filter: { limit: PAGE_SIZE, ...within },
      };
      const asking: Asking = { caller, signal: options.signal, beside: [] };
      const from = cursor === null ? "" : `?next_batch=${encodeURIComponent(cursor)}`;
      const answer = await ask(`v3/search${from}`, asking, { search_categories: { room_events } });
      const page = await readResults(answer, asking, names);
      return { status: answer.status, page, beside: asking.beside };
    });
  }

  /** A search names no rooms: each is asked once. Its own count is an estimate by the protocol, and not taken. */
  async function readResults(
    answer: JsonAnswer,
    asking: Asking,
    names: Map<string, string>,
  ): Promise<PageAnswer<LiveItem>["page"]> {
    const read = readJson(answer, SEARCH_ANSWER);
    if (read.type !== "read") return read;
    const { results, next_batch } = read.value.search_categories.room_events;
    const items: LiveItem[] = [];
    for (const { result } of results) {
      const { room_id: room } = result;
      const called = names.get(room) ?? (await nameOf(room, asking));
      if (typeof called !== "string") return called;
      names.set(room, called);
      items.push(messageItem(result, { source: name, name: called }));
    }
    return { items, total: null, next: next_batch === undefined ? null : { at: next_batch } };
  }

  /** Of a room that has none, as conversations of two: its id. */
  async function nameOf(room: string, asking: Asking): Promise<string | SourceFault> {
    const answer = await ask(`v3/rooms/${encodeURIComponent(room)}/state/m.room.name`, asking);
    asking.beside.push(besideRequest(`name of ${room}`, answer.status));
    if (answer.type === "answered" && [403, 404].includes(answer.status)) return room;
    const read = readJson(answer, NAME_ANSWER);
    return read.type === "read" ? read.value.name || room : read;
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const asking: Asking = { caller, signal, beside: [] };
    const parts = partsOf(id);
    const room = encodeURIComponent(parts?.room ?? id);
    const eventId = encodeURIComponent(parts?.eventId ?? "$");
    const answer = await ask(`v3/rooms/${room}/event/${eventId}`, asking);
    const noted = (items: number) => [{ query: id, status: answer.status, items }, ...asking.beside];
    if (answer.type !== "answered") return { ...faultOf(answer), requests: noted(0) };
    const { status, message } = answer;
    if (status === 403) return { type: "forbidden", message, requests: noted(0) };
    if (status === 404 || status === 400) return { type: "gone", message, requests: noted(0) };
    const read = readJson(answer, EVENT_ANSWER);
    if (read.type !== "read") return { ...read, requests: noted(0) };
    if (read.value.content.body === undefined)
      return { type: "gone", message: "the message was taken back", requests: noted(0) };
    const called = await nameOf(read.value.room_id, asking);
    if (typeof called !== "string") return { ...called, requests: noted(0) };
    const item = openedMessage(read.value, { source: name, name: called });
    const thread = await repliesOf(item, `v1/rooms/${room}/relations/${eventId}/m.thread`, asking);
    return "fault" in thread
      ? { ...thread.fault, requests: noted(0) }
      : { type: "opened", item: { ...item, ...thread }, requests: noted(1) };
  }

  async function repliesOf(
    { title }: OpenedItem,
    path: string,
    asking: Asking,
  ): Promise<Pick<OpenedItem, "parts" | "truncated"> | { fault: SourceFault }> {
    const answer = await ask(`${path}?dir=f&limit=${REPLIES}`, asking);
    asking.beside.push(besideRequest(`thread of ${title}`, answer.status));
    const read = readJson(answer, RELATIONS_ANSWER);
    if (read.type !== "read") return { fault: read };
    const { chunk, next_batch } = read.value;
    const parts = chunk.map((reply) => openedMessage(reply, { source: name, name: title }));
    return { parts, truncated: next_batch === undefined ? null : { shown: parts.length, of: null } };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("rooms", async () => {
      const asking: Asking = { caller, signal, beside: [] };
      const answer = await ask("v3/joined_rooms", asking);
      const read = readJson(answer, ROOMS_ANSWER);
      if (read.type !== "read") return { status: answer.status, page: read };
      const items: { key: string; name: string }[] = [];
      for (const key of read.value.joined_rooms) {
        const called = await nameOf(key, asking);
        if (typeof called !== "string") return { status: answer.status, page: called };
        items.push({ key, name: called });
      }
      return { status: answer.status, page: { items, total: items.length, next: null }, beside: asking.beside };
    });
  }

  return { describe, search, open, containers };
}
