import { z } from "zod";
import { isoTime, snippetOf } from "../asking/read-answer.ts";
import type { LiveItem, OpenedItem, SourceFault } from "../port.ts";

/** Every method answers 200 with this. */
export const SLACK_ANSWER = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

const match = z.object({
  channel: z.object({ id: z.string(), name: z.string() }),
  user: z.string().nullish(),
  username: z.string().nullish(),
  ts: z.string(),
  thread_ts: z.string().nullish(),
  text: z.string(),
  permalink: z.url(),
});

export const SEARCH_ANSWER = z.object({
  messages: z.object({
    total: z.number(),
    matches: z.array(match),
    paging: z.object({ page: z.number(), pages: z.number() }),
  }),
});

const message = z.object({
  user: z.string().nullish(),
  username: z.string().nullish(),
  ts: z.string(),
  thread_ts: z.string().nullish(),
  text: z.string(),
});

const nextCursor = z.object({ next_cursor: z.string().default("") }).default({ next_cursor: "" });

export const REPLIES_ANSWER = z.object({ messages: z.array(message), response_metadata: nextCursor });

/** A direct message has no name, and the other person's id. */
const channel = z
  .object({ id: z.string(), name: z.string().optional(), user: z.string().optional() })
  .transform(({ id, name, user }) => ({ key: id, name: name ?? user ?? id }));

export const CHANNELS_ANSWER = z.object({
  channels: z.array(channel),
  response_metadata: nextCursor,
});

export const CHANNEL_ANSWER = z.object({ channel });

export const PERMALINK_ANSWER = z.object({ permalink: z.url() });

export type SlackMessage = z.infer<typeof message>;

/** Where messages of a channel are: what is the same for all of them. */
export interface MessagePlace {
  source: string;
  id: string;
  name: string;
  /** Origin of the workspace's own address. */
  origin: string;
}

export function matchItem(found: z.infer<typeof match>, source: string): LiveItem {
  const origin = new URL(found.permalink).origin;
  return messageItem(found, { source, id: found.channel.id, name: found.channel.name, origin });
}

function messageItem({ ts, thread_ts: thread, text, user, username }: SlackMessage, channel: MessagePlace): LiveItem {
  const id = `${channel.id}:${ts}`;
  const inThread = thread ? `?thread_ts=${thread}&cid=${channel.id}` : "";
  return {
    id,
    source: channel.source,
    kind: "message",
    title: `#${channel.name}`,
    snippet: snippetOf(text),
    address: `${channel.origin}/archives/${channel.id}/p${ts.replace(".", "")}${inThread}`,
    container: channel.id,
    author: user ? { id: user, name: username ?? user } : null,
    parent: thread && thread !== ts ? `${channel.id}:${thread}` : null,
    updatedAt: isoTime(Number(ts) * 1000),
  };
}

export function openedMessage(message: SlackMessage, channel: MessagePlace): OpenedItem {
  return { ...messageItem(message, channel), text: message.text, parts: [], truncated: null };
}

const UNAUTHORISED = new Set(
  "invalid_auth not_authed token_expired token_revoked account_inactive no_permission missing_scope org_login_required ekm_access_denied not_allowed_token_type".split(
    " ",
  ),
);
const UNAVAILABLE = new Set(
  "internal_error fatal_error service_unavailable request_timeout team_added_to_org".split(" "),
);
const GONE = new Set("channel_not_found thread_not_found message_not_found is_archived not_in_channel".split(" "));

/** What Slack's name of an error means (https://docs.slack.dev/reference/methods); a name of other kinds is a query refused. */
export function slackFault(error: string): SourceFault | { type: "gone"; message: string } {
  if (error === "ratelimited" || error === "rate_limited")
    return { type: "rate_limited", retryAfterMs: null, message: error };
  if (GONE.has(error)) return { type: "gone", message: error };
  if (UNAUTHORISED.has(error)) return { type: "unauthorised", message: error };
  return { type: UNAVAILABLE.has(error) ? "unavailable" : "refused", message: error };
}
