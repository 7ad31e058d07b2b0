import { createParser } from "eventsource-parser";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import type { StreamEvent } from "./dialect.ts";

/**
 * The events of a `text/event-stream` body, read to its end. `onEvent` is called with each; comments are no events.
 * @throws ProviderFault `stream_cut` when the connection broke
 */
export async function readEvents(body: ReadableStream<Uint8Array>, onEvent: () => void): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: (event) => {
      events.push(event);
      onEvent();
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (error instanceof Error && /abort|timeout/i.test(error.name)) throw error;
    throw new ProviderFault("stream_cut", `the stream broke off after ${events.length} events`, error);
  }
  // The last event of some servers has no blank line behind it.
  parser.reset({ consume: true });
  return events;
}
