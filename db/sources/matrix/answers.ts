import { z } from "zod";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { LiveItem, OpenedItem } from "../port.ts";

const event = z.object({
  event_id: z.string(),
  room_id: z.string(),
  sender: z.string(),
  origin_server_ts: z.number(),
  /** Empty of a message that was taken back. */
  content: z.object({
    body: z.string().optional(),
    "m.relates_to": z.object({ rel_type: z.string().optional(), event_id: z.string().optional() }).optional(),
  }),
});
type MatrixEvent = z.infer<typeof event>;

export const SEARCH_ANSWER = z.object({
  search_categories: z.object({
    room_events: z.object({ results: z.array(z.object({ result: event })), next_batch: z.string().optional() }),
  }),
});
export const EVENT_ANSWER = event;
export const RELATIONS_ANSWER = z.object({ chunk: z.array(event), next_batch: z.string().optional() });
export const NAME_ANSWER = z.object({ name: z.string().optional() });
export const ROOMS_ANSWER = z.object({ joined_rooms: z.array(z.string()) });

/** An event is opened in its room. Neither kind of id holds `/$` but there. */
function itemId(room: string, eventId: string): string {
  return `${room}/${eventId}`;
}

/** Null of what is no id of ours. */
export function partsOf(id: string): { room: string; eventId: string } | null {
  const at = id.lastIndexOf("/$");
  return at > 0 ? { room: id.slice(0, at), eventId: id.slice(at + 1) } : null;
}

interface Place {
  source: string;
  /** Of its room. */
  name: string;
}

export function messageItem(message: MatrixEvent, { source, name }: Place): LiveItem {
  const { event_id, room_id: room, sender, origin_server_ts, content } = message;
  const { rel_type, event_id: root } = content["m.relates_to"] ?? {};
  return {
    ...{ id: itemId(room, event_id), source, kind: "message", title: name, snippet: snippetOf(content.body ?? "") },
    // A client is chosen behind it; what stands after `#` is sent to nobody.
    address: `https://matrix.to/#/${encodeURIComponent(room)}/${encodeURIComponent(event_id)}`,
    container: room,
    author: { id: sender, name: sender },
    parent: rel_type === "m.thread" && root !== undefined ? itemId(room, root) : null,
    updatedAt: isoTime(origin_server_ts),
  };
}

export function openedMessage(message: MatrixEvent, place: Place): OpenedItem {
  return { ...messageItem(message, place), text: message.content.body ?? "", parts: [], truncated: null };
}
