import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** More often than any client takes silence for a dead connection, and more than the 2 s below which some count as noise. */
const HEARTBEAT_MS = 5_000;

/** Sends texts as a stream of events until they end or the reader goes away: false then. */
export async function sendEvents(
  response: ServerResponse,
  headers: Record<string, string>,
  textsFor: (gone: AbortSignal) => AsyncIterable<string>,
): Promise<boolean> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(": heartbeat\n\n"), HEARTBEAT_MS);
  try {
    // By the signal, whose end takes its listeners away: a wait for "close" would leave one for each time.
    for await (const text of textsFor(gone.signal))
      if (!response.write(text)) await once(response, "drain", { signal: gone.signal }).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
  }
  if (!gone.signal.aborted) response.end();
  return !gone.signal.aborted;
}
