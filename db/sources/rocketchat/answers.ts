import { z } from "zod";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { LiveItem, OpenedItem } from "../port.ts";

const message = z.object({
  _id: z.string(),
  rid: z.string(),
  msg: z.string(),
  ts: z.string(),
  u: z.object({ _id: z.string(), username: z.string(), name: z.string().nullish() }),
  _updatedAt: z.string().optional(),
  /** Of a reply: the first message of its thread. */
  tmid: z.string().optional(),
});
type Message = z.infer<typeof message>;

/** `d`: between people, `p`: private. One between people has no name. */
const room = z.object({
  _id: z.string(),
  t: z.string(),
  name: z.string().optional(),
  fname: z.string().optional(),
  /** Of its last message. */
  lm: z.string().optional(),
});
export type Room = z.infer<typeof room>;

export const SEARCH_ANSWER = z.object({ messages: z.array(message) });
export const ROOMS_ANSWER = z.object({ update: z.array(room) });
export const ROOM_ANSWER = z.object({ room });
export const MESSAGE_ANSWER = z.object({ message });
export const THREAD_ANSWER = z.object({ messages: z.array(message), total: z.number() });

export function roomName({ _id, name, fname }: Room): string {
  return fname || name || _id;
}

const PATHS: Readonly<Record<string, string>> = { c: "channel", p: "group", d: "direct" };

interface Place {
  source: string;
  url: string;
  room: Room;
}

export function messageItem({ _id: id, rid, msg, ts, u, _updatedAt, tmid }: Message, place: Place): LiveItem {
  const { source, url, room: at } = place;
  const shown = at.t === "d" ? rid : (at.name ?? rid);
  return {
    ...{ id, source, kind: "message", title: roomName(at), snippet: snippetOf(msg) },
    address: `${url}/${PATHS[at.t] ?? "channel"}/${encodeURIComponent(shown)}?msg=${encodeURIComponent(id)}`,
    container: rid,
    author: { id: u._id, name: u.name || u.username },
    parent: tmid ?? null,
    updatedAt: isoTime(_updatedAt ?? ts),
  };
}

export function openedMessage(read: Message, place: Place): OpenedItem {
  return { ...messageItem(read, place), text: read.msg, parts: [], truncated: null };
}
