import { randomBytes } from "node:crypto";
import { Caller } from "../../../../db/sources/caller.ts";
import { SOURCE_TYPES } from "../../../../db/sources/registry.ts";
import { MatrixUser } from "../../../../scripts/services/matrix-user.ts";
import { testSynapse } from "../../../servers.ts";
import type { FilledServer } from "../filled-server.ts";

/** More than two pages of the adapter. */
const MANY = 104;

export interface FilledSynapse extends FilledServer {
  users: Record<"ines" | "otto" | "uta", MatrixUser>;
  /** Ids of rooms; of the first message of a thread in `plant`. */
  plant: string;
  vault: string;
  root: string;
  callerOf(name: "ines" | "otto" | "uta"): Caller;
}

/** Rooms and words of this call alone, on a server that keeps what earlier ones wrote. */
export async function fillSynapse(): Promise<FilledSynapse> {
  const run = randomBytes(4).toString("hex");
  const [shared, secret, gnu] = [`zebra${run}`, `okapi${run}`, `gnu${run}`];
  const make = (name: string) => MatrixUser.make(testSynapse(), `${name}-${run}`);
  const users = { ines: await make("ines"), otto: await make("otto"), uta: await make("uta") };
  const { ines, otto } = users;
  const plant = await ines.createRoom({ name: "plant" });
  const vault = await ines.createRoom({ name: "vault", private: true });
  await otto.join(plant);
  const root = await ines.say(plant, `The ${shared} pump overheats`);
  await otto.say(plant, `It overheats, the pump, says the ${shared}`, root);
  await ines.say(vault, `${secret}: the pump is replaced next week`);
  for (let at = 0; at < MANY; at++) await ines.say(plant, `${gnu} of day ${at}`);
  const { url } = testSynapse();
  const callerOf = (name: keyof typeof users) => Caller.withTokens(name, { chat: users[name].token });
  return {
    ...{ url, users, plant, vault, root, callerOf },
    world: (at) => ({
      source: SOURCE_TYPES.matrix.open("chat", { url: at }, { fetch }),
      ...{ insider: callerOf("ines"), outsider: callerOf("otto") },
      stranger: Caller.withTokens("stranger", { chat: "syt_bm9ib2R5_of_another_server" }),
      ...{ shared, secret, phrase: "pump overheats" },
      many: { word: gnu, count: MANY },
      unknownId: `${plant}/$bm90aGluZy10aGVyZS1ub3RoaW5nLXRoZXJlLW5vdGhpbmc`,
    }),
    stop: async () => undefined,
  };
}
