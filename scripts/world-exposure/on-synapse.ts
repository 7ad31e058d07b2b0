import { randomBytes } from "node:crypto";
import { Caller } from "../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../db/sources/registry.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { writeForSynapse } from "../../scenarios/worlds/written/synapse.ts";
import { type Homeserver, MatrixUser } from "../services/matrix-user.ts";
import { type ServedWorld, servedSource } from "./served-world.ts";

/** A world's chat on a running homeserver, by users and rooms of its own. An administrator sees no messages there: its service account is in every room. */
export async function serveOnSynapse(world: World, homeserver: Homeserver): Promise<ServedWorld> {
  const { users, rooms, messages } = writeForSynapse(world);
  const run = randomBytes(4).toString("hex");
  const accounts = new Map<string, MatrixUser>();
  for (const name of [...users, "service"]) accounts.set(name, await MatrixUser.make(homeserver, `${name}-${run}`));
  const service = accounts.get("service")!;
  const roomIds = new Map<string, string>();
  for (const { id, name, members } of rooms) {
    const room = await service.createRoom({
      name,
      private: true,
      invited: members.map((who) => accounts.get(who)!.id),
    });
    for (const who of members) await accounts.get(who)!.join(room);
    roomIds.set(id, room);
  }
  const events = new Map<string, string>();
  for (const { id, room, author, text, thread } of messages)
    events.set(
      id,
      await accounts.get(author)!.say(roomIds.get(room)!, text, thread === null ? undefined : events.get(thread)!),
    );
  const ids = Object.fromEntries(messages.map(({ id, room }) => [`${roomIds.get(room)}/${events.get(id)}`, id]));
  const callerOf = (name: string) => Caller.withTokens(name, { chat: accounts.get(name)!.token });
  return {
    sources: [servedSource(SOURCE_TYPES.matrix.open("chat", { url: homeserver.url }, { fetch }), ids)],
    ...{ callerOf, service: callerOf("service") },
    close: async () => undefined,
  };
}
