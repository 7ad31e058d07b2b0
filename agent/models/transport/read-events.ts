import { createParser } from "eventsource-parser";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import type { StreamEvent } from "./dialect.ts";

/** A body read to its end. */
export interface ReadBody {
  /** Whole, where it held no event. */
  text: string;
  events: StreamEvent[];
}

/** Labels are wrong both ways: a JSON error that is called a stream, a stream that is called JSON. The form tells. */
const IS_JSON_OR_PAGE = /^\s*[{[<]/;

/**
 * The events of a body, read to its end, or its text where it holds none. `onEvent` is called with each event; comments
 * are no events.
 * @throws ProviderFault `stream_cut` when the connection broke after an event
 */
export async function readEvents(answer: Response, onEvent: () => void): Promise<ReadBody> {
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: (event) => {
      events.push(event);
      onEvent();
    },
  });
  let text = "";
  const feed = (piece: string): void => {
    if (events.length === 0) text += piece;
    if (events.length > 0 || !IS_JSON_OR_PAGE.test(text)) parser.feed(piece);
  };
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body ?? []) feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  } catch (error) {
    const isStream = events.length > 0 || /^text\/event-stream/i.test(answer.headers.get("content-type") ?? "");
    if (!isStream || (error instanceof Error && /abort|timeout/i.test(error.name))) throw error;
    throw new ProviderFault("stream_cut", `the stream broke off after ${events.length} events`, error);
  }
  // The last event of some servers has no blank line behind it.
  if (events.length > 0 || !IS_JSON_OR_PAGE.test(text)) parser.feed("\n\n");
  return { text, events };
}
