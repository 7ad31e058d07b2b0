import { createHmac, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** A homeserver that may be filled. */
export interface Homeserver {
  url: string;
  /** Who has it may make users. */
  secret: string;
}

interface Room {
  /** Null: of a conversation, which has none. */
  name: string | null;
  private?: boolean;
  /** Ids of users. */
  invited?: readonly string[];
}

/** One person on a homeserver, with an access token. */
export class MatrixUser {
  readonly token: string;
  readonly id: string;
  readonly #url: string;

  private constructor(url: string, { access_token: token, user_id: id }: Record<string, string>) {
    this.#url = url;
    this.token = token ?? "";
    this.id = id ?? "";
  }

  static async make({ url, secret }: Homeserver, username: string): Promise<MatrixUser> {
    const { nonce } = await json(`${url}/_synapse/admin/v1/register`, {});
    const password = randomUUID();
    const mac = createHmac("sha1", secret).update([nonce, username, password, "notadmin"].join("\0")).digest("hex");
    const body = JSON.stringify({ nonce, username, password, admin: false, mac });
    return new MatrixUser(url, await json(`${url}/_synapse/admin/v1/register`, { method: "POST", body }));
  }

  async createRoom({ name, private: isPrivate = false, invited = [] }: Room): Promise<string> {
    const preset = isPrivate ? "private_chat" : "public_chat";
    const room = { ...(name !== null && { name }), preset, invite: invited };
    return (await this.call("POST", "createRoom", room)).room_id!;
  }

  async join(room: string): Promise<void> {
    await this.call("POST", `join/${encodeURIComponent(room)}`, {});
  }

  /** @param thread the message that it replies to */
  async say(room: string, body: string, thread?: string): Promise<string> {
    const relation = thread && { "m.relates_to": { rel_type: "m.thread", event_id: thread } };
    const path = `rooms/${encodeURIComponent(room)}/send/m.room.message/${randomUUID()}`;
    return (await this.call("PUT", path, { msgtype: "m.text", body, ...relation })).event_id!;
  }

  call(method: string, path: string, body: object): Promise<Record<string, string>> {
    const headers = { authorization: `Bearer ${this.token}` };
    return json(`${this.#url}/_matrix/client/v3/${path}`, { method, body: JSON.stringify(body), headers });
  }
}

/** A homeserver limits what one person may do in a second, and says how long to wait. */
async function json(url: string, init: RequestInit): Promise<Record<string, string>> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status === 429) {
    await setTimeout((JSON.parse(text) as { retry_after_ms?: number }).retry_after_ms ?? 1000);
    return json(url, init);
  }
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, string>;
}
