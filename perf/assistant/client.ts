import { randomUUID } from "node:crypto";

export interface Seen {
  id: number;
  name: string;
  data: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface FollowedRun {
  events: Seen[];
  /** Streams that were dropped and taken up again. */
  drops: number;
  error: string | null;
  /** Where it can be read again. */
  thread: string;
  run: string;
}

const QUESTION = "Which tests cover MSG-7?";

/**
 * Asks at one service and follows the run, leaving the stream after every few events and going on from the last one at the next service.
 * @param every events between two drops
 * @param gone aborted when no service is left to follow it at
 */
export async function askAndFollow(
  services: readonly string[],
  every: number,
  gone?: AbortSignal,
): Promise<FollowedRun> {
  const thread = randomUUID();
  const at = (turn: number) => services[turn % services.length]!;
  await post(`${at(0)}/threads`, { thread_id: thread });
  const input = { messages: [{ type: "human", content: QUESTION }] };
  const { run_id: run } = await post(`${at(0)}/threads/${thread}/runs`, { assistant_id: "scopebench", input });
  const events: Seen[] = [];
  let drops = 0;
  let error: string | null = null;
  for (let turn = 1; events.at(-1)?.name !== "end" && !gone?.aborted; turn++) {
    const left = new AbortController();
    const url = `${at(turn)}/threads/${thread}/runs/${run}/stream?stream_mode=custom,updates,messages-tuple`;
    const headers = { "last-event-id": String(events.at(-1)?.id ?? -1) };
    try {
      const response = await fetch(url, { headers, signal: left.signal });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      let here = 0;
      for await (const event of parse(response.body!)) {
        events.push(event);
        if (event.name === "end" || ++here < every) continue;
        drops++;
        break;
      }
      left.abort();
    } catch (thrown) {
      error = String(thrown);
      if (turn > 500) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return { events, drops, error, thread, run };
}

/** Every event of a run that is over, as it is replayed. */
export async function replay(service: string, { thread, run }: FollowedRun): Promise<Seen[]> {
  const url = `${service}/threads/${thread}/runs/${run}/stream?stream_mode=custom,updates,messages-tuple`;
  const response = await fetch(url, { headers: { "last-event-id": "-1" } });
  const events: Seen[] = [];
  for await (const event of parse(response.body!)) events.push(event);
  return events;
}

async function post(url: string, body: object): Promise<{ run_id: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { run_id: string };
}

async function* parse(body: ReadableStream<Uint8Array>): AsyncGenerator<Seen> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const [, id, name, data] = /^id: (\d+)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (id) yield { id: Number(id), name: name!, data: data!, at: Date.now() };
    }
  }
}
