import type { EventSourceMessage } from "eventsource-parser";
import { isObject, type JsonObject, parseObject } from "../../../base/json-object.ts";
import { errorStatus } from "../../../base/providers/error-status.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import type { AnswerDetails } from "./answer-details.ts";

export type StreamEvent = Pick<EventSourceMessage, "event" | "data">;

interface WireRequest {
  url: string;
  body: JsonObject;
}

/** An answer in no protocol's form. */
export interface PlainAnswer {
  text: string;
  calls: readonly { name: string; arguments: unknown }[];
  finish: "stop" | "tool_calls" | "content_filter";
}

/**
 * One provider protocol as the transport needs it. Providers deviate from it in a hundred ways; what reaches LangChain's
 * client afterwards is the protocol as documented, and never a stream. `test/input/wire/README.md` has the table of deviations.
 */
export interface Dialect {
  /** The same request, asking for a stream. */
  streamed(request: WireRequest): WireRequest;
  /**
   * The answer that a complete stream tells, in the form of one that was not streamed; `{ error }` when it tells one.
   * @throws ProviderFault `stream_cut` when it ended early
   */
  assemble(events: readonly StreamEvent[]): JsonObject;
  /** The error of an answer that ended because its server failed; null when it did not. */
  failure(body: JsonObject): JsonObject | null;
  /** An answer put right. @throws ProviderFault `no_answer` */
  normalize(body: JsonObject): JsonObject;
  /** What the client does not hand on of an answer as it came. */
  details(body: JsonObject): Omit<AnswerDetails, "requestId">;
  /** The same answer in the protocol's form. */
  make(answer: PlainAnswer): JsonObject;
}

/** Names of events that say no more than that the connection lives. */
const SIGNS_OF_LIFE = new Set(["ping", "keepalive", "keep-alive", "heartbeat"]);

/**
 * Data of a stream's events, without the mark at the end of some and without signs of life. An event that is named an error
 * is one, whatever its data.
 * @throws ProviderFault `stream_cut` for half an event, which is what a cut stream leaves
 */
export function dataOf(events: readonly StreamEvent[]): JsonObject[] {
  return events.flatMap((event, at) => {
    const data = parseObject(event.data);
    if (event.event === "error") return [asError(event.data, data)];
    if (data !== null) return [data];
    if (isDone(event) || SIGNS_OF_LIFE.has(event.event ?? "")) return [];
    // Between two events with data, what is no object says nothing: an empty line, `null`, a word.
    if (at < events.length - 1 && !event.data.trimStart().startsWith("{")) return [];
    if (["", "null"].includes(event.data.trim())) return [];
    throw new ProviderFault("stream_cut", "the stream ended inside an event");
  });
}

function asError(text: string, data: JsonObject | null): JsonObject {
  if (data === null) return { error: { message: text } };
  return data.error ? data : { error: data };
}

/** The error of an event, half an answer beside it or not (OpenRouter); null when it has none. An empty `error` on every chunk does not count. */
export function errorIn(data: JsonObject): JsonObject | null {
  if (errorStatus(data) !== null) return data;
  const { error, x_groq } = data;
  const reported = { error: isObject(x_groq) && x_groq.error ? x_groq.error : error };
  return errorStatus(reported) === null ? null : reported;
}

/** The end mark of OpenAI's chat protocol. */
export function isDone({ data }: StreamEvent): boolean {
  return data.trim() === "[DONE]";
}
