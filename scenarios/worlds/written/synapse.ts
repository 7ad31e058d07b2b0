import { compareText } from "../../../base/text-order.ts";
import { letsIn } from "../../../db/sources/in-process/rights.ts";
import type { World } from "../world.ts";

export interface SynapseWorld {
  users: string[];
  /** `name` null: a conversation of two, which has none. */
  rooms: { id: string; name: string | null; members: string[] }[];
  /** In the order in which they were written; a reply names the message that its thread began with. */
  messages: { id: string; room: string; author: string; text: string; thread: string | null }[];
}

/**
 * The chat of a world as a Matrix homeserver holds it: a room a channel or conversation, its members those who may read there. A homeserver
 * dates messages itself: their order stays, their days do not.
 */
export function writeForSynapse({ content }: Pick<World, "content">): SynapseWorld {
  const said = content.items.filter(({ source }) => source === "chat");
  return {
    users: content.members.map(({ id }) => id),
    rooms: content.places
      .filter(({ source }) => source === "chat")
      .map(({ id, name, kind, restriction }) => ({
        ...{ id, name: kind === "direct" ? null : name },
        members: content.members.filter((member) => letsIn(restriction, member)).map((member) => member.id),
      })),
    messages: said
      .toSorted((a, b) => compareText(a.created, b.created))
      .map(({ id, place: room, author, text, parent: thread }) => ({ id, room, author, text, thread })),
  };
}
