import { parse, Refused } from "../protocol/protocol.ts";
import { sendEvents } from "../service/event-stream.ts";
import { followThread } from "../service/follow-thread.ts";
import { eventFilter } from "../service/thread-channels.ts";
import { requestOf, threadCommand } from "../service/thread-commands.ts";
import type { Call, Reply, Route } from "./route.ts";
import { start } from "./runs.ts";

/** LangGraph's newest protocol: commands start runs, and one stream tells of all runs of a thread. */
export const THREAD_STREAM_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/threads/{thread_id}/commands",
    summary: "Ask (`run.start`), or decide on the call that waits (`input.respond`)",
    serve: command,
  },
  {
    method: "POST",
    path: "/threads/{thread_id}/stream/events",
    summary: "Follow a thread's runs, from the newest on, by channels",
    serve: events,
  },
];

/** Those that say what is wrong with the command; others (who may ask, how often) are of the request. */
const CODES: Record<number, string> = {
  403: "permission_denied",
  409: "invalid_argument",
  422: "invalid_argument",
  501: "not_supported",
};

async function command(call: Call): Promise<Reply> {
  const { service, params, body } = call;
  const asked = parse(threadCommand, body);
  const assistantId = async () => (await service.thread(params.thread_id!, "decide")).assistant_id ?? nothingWaits();
  try {
    const { run } = await start({ ...call, body: await requestOf(asked, assistantId) });
    // Nothing of the stream is known to this request: clients find the run's place in it by its id.
    return {
      body: { type: "success", id: asked.id, result: { run_id: run.id }, meta: { applied_through_seq: 0 } },
    };
  } catch (error) {
    const isGone = asked.method === "input.respond" && error instanceof Refused && error.status === 409;
    const code = error instanceof Refused ? CODES[error.status] : undefined;
    if (!code) throw error;
    const { message } = error as Refused;
    return { body: { type: "error", id: asked.id, error: isGone ? "no_such_interrupt" : code, message } };
  }
}

function nothingWaits(): never {
  throw new Refused(409, "nothing waits for a decision on this thread");
}

async function events({ service, runs, params, body, exchange }: Call): Promise<Reply> {
  const filter = parse(eventFilter, body);
  const thread = await service.thread(params.thread_id!);
  // It lasts longer than its request: `close` ends it.
  const lasting = service.as(service.principal);
  await sendEvents(exchange.response, {}, (gone) => followThread({ service: lasting, runs, thread, filter }, gone));
  return undefined;
}
