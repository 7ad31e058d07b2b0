import type { EventSourceMessage } from "eventsource-parser";
import { type JsonObject, parseObject } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";

export type StreamEvent = Pick<EventSourceMessage, "event" | "data">;

export interface WireRequest {
  url: string;
  body: JsonObject;
}

/**
 * One provider protocol as the transport needs it. Providers deviate from it in a hundred ways; what reaches LangChain's
 * client afterwards is the protocol as documented, and never a stream. `design/models.md` has the table of deviations.
 */
export interface Dialect {
  /** The same request, asking for a stream. */
  streamed(request: WireRequest): WireRequest;
  /**
   * The answer that a complete stream tells, in the form of one that was not streamed; `{ error }` when it tells one.
   * @throws ProviderFault `stream_cut` when it ended early
   */
  assemble(events: readonly StreamEvent[]): JsonObject;
  /** An answer put right. @throws ProviderFault `no_answer` */
  normalize(body: JsonObject): JsonObject;
  /** An answer made of a refusal to hand it on, for a model's own slip; null for every other error. */
  recover?(status: number, body: JsonObject): JsonObject | null;
}

/**
 * Data of a stream's events, without the mark at the end of some.
 * @throws ProviderFault `stream_cut` for half an event, which is what a cut stream leaves
 */
export function dataOf(events: readonly StreamEvent[]): JsonObject[] {
  return events
    .filter((event) => !isDone(event))
    .map((event) => {
      const data = parseObject(event.data);
      if (data === null) throw new ProviderFault("stream_cut", "the stream ended inside an event");
      return data;
    });
}

/** The end mark of OpenAI's chat protocol. */
export function isDone({ data }: StreamEvent): boolean {
  return data.trim() === "[DONE]";
}
