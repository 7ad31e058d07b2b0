import type { z } from "zod";
import type { Caller } from "../caller.ts";
import type { OpenedItem, OpenOutcome, SourceFault, SourceRequest } from "../port.ts";
import {
  CHANNEL_ANSWER,
  openedMessage,
  PERMALINK_ANSWER,
  REPLIES_ANSWER,
  type SlackMessage,
  type slackFault,
} from "./answers.ts";

export interface MethodCall<T> {
  method: string;
  form: Record<string, string>;
  schema: z.ZodType<T>;
  caller: Caller;
  signal: AbortSignal | undefined;
}

export interface MethodAnswer<T> {
  /** HTTP status; null without an answer. */
  status: number | null;
  result: { type: "read"; value: T } | ReturnType<typeof slackFault>;
}

interface MessageRequest {
  id: string;
  source: string;
  caller: Caller;
  signal: AbortSignal | undefined;
  call<T>(call: MethodCall<T>): Promise<MethodAnswer<T>>;
}

/** Messages of a thread that are read at most, and by one request. */
const THREAD = { messages: 1_000, page: 200 };

/** A message with the replies to it: three requests, since no method says in one what was said, in which channel, and where it can be opened. */
export async function openMessage({ id, source, call, ...asking }: MessageRequest): Promise<OpenOutcome> {
  const requests: SourceRequest[] = [];
  const noted: MessageRequest["call"] = async (one) => {
    const answer = await call(one);
    requests.push({
      query: `${one.method} ${id}`,
      status: answer.status,
      items: answer.result.type === "read" ? 1 : 0,
    });
    return answer;
  };
  return { ...(await readMessage({ id, source, call: noted, ...asking })), requests };
}

async function readMessage({ id, source, call, ...asking }: MessageRequest): Promise<Opened> {
  const [channel = "", ts = ""] = id.split(":");
  const thread = await readThread({ channel, ts, call, ...asking });
  if ("type" in thread) return thread;
  const message = thread.messages.find((one) => one.ts === ts);
  if (!message) return { type: "gone", message: "not in its thread any more" };
  const link = (
    await call({
      ...{ method: "chat.getPermalink", form: { channel, message_ts: ts }, schema: PERMALINK_ANSWER, ...asking },
    })
  ).result;
  if (link.type !== "read") return link;
  const info = (await call({ method: "conversations.info", form: { channel }, schema: CHANNEL_ANSWER, ...asking }))
    .result;
  if (info.type !== "read") return info;
  const { origin } = new URL(link.value.permalink);
  const place = { source, id: channel, name: info.value.channel.name, origin };
  const replies = thread.messages.filter((one) => one.ts !== ts && one.thread_ts === ts);
  const parts = replies.map((one) => openedMessage(one, place));
  const truncated = thread.isCut ? { shown: parts.length, of: null } : null;
  return { type: "opened", item: { ...openedMessage(message, place), parts, truncated } };
}

type Opened = { type: "opened"; item: OpenedItem } | { type: "gone" | "forbidden"; message: string } | SourceFault;

interface ThreadRequest extends Omit<MessageRequest, "id" | "source"> {
  channel: string;
  ts: string;
}

type Thread = { messages: readonly SlackMessage[]; isCut: boolean } | ReturnType<typeof slackFault>;

async function readThread({ channel, ts, call, ...asking }: ThreadRequest): Promise<Thread> {
  const messages: SlackMessage[] = [];
  const seen = new Set<string>();
  for (let cursor = ""; ; ) {
    const form = { channel, ts, limit: String(THREAD.page), ...(cursor === "" ? {} : { cursor }) };
    const { result } = await call({ method: "conversations.replies", form, schema: REPLIES_ANSWER, ...asking });
    if (result.type !== "read") return result;
    messages.push(...result.value.messages);
    cursor = result.value.response_metadata.next_cursor;
    if (cursor === "") return { messages, isCut: false };
    if (seen.has(cursor)) return { type: "loop", message: "a cursor of a thread came again" };
    if (messages.length >= THREAD.messages) return { messages, isCut: true };
    seen.add(cursor);
  }
}
