import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { toPlain } from "../protocol/plain.ts";
import { checkServed, parse, Refused, type RunRequest, runList, runRequest } from "../protocol/protocol.ts";
import { fromAgentProtocol } from "../service/agent-protocol.ts";
import { sendEvents } from "../service/event-stream.ts";
import type { RunResult } from "../service/execute-run.ts";
import type { FollowedRun } from "../service/runs.ts";
import { modesOf, onWire, type WireOptions } from "../service/wire.ts";
import type { StoredRun, StoredThread } from "../store/store.ts";
import type { Call, Reply, Route } from "./route.ts";

const LATER = { instead: "runs are started by their clients; schedule those with the system's own scheduler" };
const ONE_BY_ONE = { instead: "end each by POST /threads/{thread_id}/runs/{run_id}/cancel" };
const STATELESS = { instead: "start one run after the other, each by /runs/stream or /runs/wait" };

export const RUN_ROUTES: readonly Route[] = [
  { method: "POST", path: "/threads/{thread_id}/runs/stream", summary: "Ask, and follow the run", serve: stream },
  { method: "POST", path: "/threads/{thread_id}/runs/wait", summary: "Ask, and wait for the state", serve: wait },
  { method: "POST", path: "/threads/{thread_id}/runs", summary: "Ask in the background", serve: create },
  { method: "GET", path: "/threads/{thread_id}/runs", summary: "Runs of a thread, newest first", serve: list },
  { method: "GET", path: "/threads/{thread_id}/runs/{run_id}", summary: "A run", serve: get },
  {
    method: "DELETE",
    path: "/threads/{thread_id}/runs/{run_id}",
    summary: "Forget a run that is over; what it reached stays with the thread",
    serve: remove,
  },
  { method: "GET", path: "/threads/{thread_id}/runs/{run_id}/join", summary: "Wait for a run's state", serve: join },
  {
    method: "GET",
    path: "/threads/{thread_id}/runs/{run_id}/stream",
    summary: "Follow a run, from Last-Event-ID on",
    serve: rejoin,
  },
  { method: "POST", path: "/threads/{thread_id}/runs/{run_id}/cancel", summary: "End a run", serve: cancel },
  { method: "POST", path: "/runs/stream", summary: "Ask on a thread of its own, and follow the run", serve: stream },
  { method: "POST", path: "/runs/wait", summary: "Ask on a thread of its own, and wait", serve: wait },
  { method: "POST", path: "/runs", summary: "Ask on a thread of its own, in the background", serve: create },
  { method: "POST", path: "/runs/batch", summary: "Several runs", serve: STATELESS },
  { method: "POST", path: "/runs/crons", summary: "Runs by the clock", serve: LATER },
  { method: "POST", path: "/threads/{thread_id}/runs/crons", summary: "Runs by the clock", serve: LATER },
  { method: "POST", path: "/runs/crons/search", summary: "Runs by the clock", serve: LATER },
  { method: "POST", path: "/runs/crons/count", summary: "Runs by the clock", serve: LATER },
  { method: "PATCH", path: "/runs/crons/{cron_id}", summary: "Runs by the clock", serve: LATER },
  { method: "DELETE", path: "/runs/crons/{cron_id}", summary: "Runs by the clock", serve: LATER },
  { method: "POST", path: "/runs/cancel", summary: "Ending several runs", serve: ONE_BY_ONE },
];

interface Started {
  run: FollowedRun;
  request: RunRequest;
}

const NOT_SERVED = {
  webhook: "no address is called: follow the run, or join it",
  after_seconds: "runs begin at once: ask when it is time",
  interrupt_before: "pauses are Safe Mode's: config.configurable.safe_mode",
  interrupt_after: "pauses are Safe Mode's: config.configurable.safe_mode",
};

export async function start({ service, runs, params, body }: Call): Promise<Started> {
  const request = parse(runRequest, fromAgentProtocol(body));
  checkServed(body, NOT_SERVED);
  if (request.on_completion === "delete")
    throw new Refused(501, "on_completion: what was asked and answered stays until DELETE /threads/{thread_id}");
  const thread = await threadFor({ service, params }, request);
  return { run: await runs.start({ service, thread, request }), request };
}

/** A run without a thread gets one of its own, which is kept: what was asked and answered can be looked at. */
async function threadFor(
  { service, params }: Pick<Call, "service" | "params">,
  { if_not_exists, metadata, command }: RunRequest,
): Promise<StoredThread> {
  const id = params.thread_id;
  const found =
    id === undefined
      ? null
      : await service.thread(id, command ? "decide" : "write").catch((error: unknown) => {
          if (if_not_exists === "create" && error instanceof Refused && error.status === 404) return null;
          throw error;
        });
  if (found) return found;
  const made = await service.store.createThread(id ?? randomUUID(), metadata ?? {});
  return made ?? service.thread(id!);
}

function headersOf({ threadId, id }: FollowedRun): Record<string, string> {
  const location = `/threads/${threadId}/runs/${id}`;
  return { "content-location": location, location: `${location}/stream` };
}

async function stream(call: Call): Promise<Reply> {
  const { run, request } = await start(call);
  const options = { modes: modesOf(request.stream_mode), subgraphs: request.stream_subgraphs ?? false };
  await follow(run, { ...options, response: call.exchange.response, cancel: request.on_disconnect === "cancel" });
  return undefined;
}

async function rejoin(call: Call): Promise<Reply> {
  const { query, exchange } = call;
  const run = await liveRun(call);
  const asked = query
    .getAll("stream_mode")
    .flatMap((text) => text.split(","))
    .filter((mode) => mode !== "");
  const last = Number(exchange.request.headers["last-event-id"] ?? -1);
  await follow(run, {
    // Who does not say what it wants to see again gets all of it, as with other servers.
    modes: modesOf(asked.length > 0 ? asked : ["values", "updates", "messages-tuple", "custom"]),
    subgraphs: false,
    response: exchange.response,
    cancel: ["1", "true"].includes(query.get("cancel_on_disconnect") ?? ""),
    after: Number.isInteger(last) ? Math.max(0, last) : 0,
  });
  return undefined;
}

interface Follow extends WireOptions {
  response: ServerResponse;
  /** End the run when the client goes away. */
  cancel: boolean;
  after?: number;
}

async function follow(run: FollowedRun, { response, cancel, after = 0, ...options }: Follow): Promise<void> {
  const isWhole = await sendEvents(response, headersOf(run), async function* (gone) {
    for await (const event of run.events.from(after, gone)) {
      const text = onWire(event, options);
      if (text !== null) yield text;
    }
  });
  if (!isWhole && cancel) await run.cancel();
}

async function wait(call: Call): Promise<Reply> {
  const { run, request } = await start(call);
  if (request.on_disconnect === "cancel")
    call.exchange.response.once("close", () => call.exchange.response.writableEnded || void run.cancel());
  return { body: asValues(await run.done()), headers: headersOf(run) };
}

function asValues({ values, pause, error }: RunResult): unknown {
  return toPlain({
    ...values,
    ...(pause && { __interrupt__: [pause] }),
    ...(error && { __error__: { error: error.code, message: error.message } }),
  });
}

export async function create(call: Call): Promise<Reply> {
  const { run } = await start(call);
  const row = await call.service.store.run(run.threadId, run.id);
  return { body: asRun(row!), headers: headersOf(run) };
}

export function asRun({ id, thread_id, assistant_id, status, error, metadata, created_at, updated_at }: StoredRun) {
  return {
    ...{ run_id: id, thread_id, assistant_id, agent_id: assistant_id, status },
    ...{ created_at, updated_at, metadata, kwargs: {} },
    multitask_strategy: "enqueue",
    error,
  };
}

async function list({ service, params, query }: Call): Promise<Reply> {
  const { id } = await service.thread(params.thread_id!);
  return { body: (await service.store.runs(id, parse(runList, Object.fromEntries(query)))).map(asRun) };
}

async function get(call: Call): Promise<Reply> {
  return { body: asRun(await storedRun(call)) };
}

async function remove(call: Call): Promise<Reply> {
  await call.service.thread(call.params.thread_id!, "write");
  const { id, thread_id } = await storedRun(call);
  if (await call.service.store.deleteRun(thread_id, id)) return { status: 204 };
  throw new Refused(409, "this run is at work: end it first, by /cancel");
}

export async function storedRun({ service, params }: Call, use: "read" | "decide" = "read"): Promise<StoredRun> {
  const { id } = await service.thread(params.thread_id!, use);
  const run = UUID.test(params.run_id!) ? await service.store.run(id, params.run_id!) : null;
  if (run) return run;
  throw new Refused(404, "there is no such run on this thread");
}

const UUID = /^[0-9a-f-]{36}$/i;

/** @throws Refused 410 for one whose events are gone */
async function liveRun(call: Call): Promise<FollowedRun> {
  const { thread_id = "", run_id = "" } = call.params;
  const atWork = call.runs.atWork(call.service.principal, thread_id, run_id);
  const run = atWork ?? (await call.runs.find(call.service, await storedRun(call)));
  if (run) return run;
  throw new Refused(410, "the events of this run are no longer kept; read the thread's state");
}

export async function join(call: Call): Promise<Reply> {
  const row = await storedRun(call);
  const run = await call.runs.find(call.service, row);
  if (run) return { body: asValues(await run.done()) };
  const state = await call.service.state(await call.service.thread(row.thread_id));
  return { body: asValues({ ...state, error: null }) };
}

async function cancel(call: Call): Promise<Reply> {
  const row = await storedRun(call, "decide");
  if (call.query.get("action") === "rollback") throw new Refused(501, "rollback is not served; what was reached stays");
  const run = await call.runs.find(call.service, row);
  await run?.cancel();
  if (!["1", "true"].includes(call.query.get("wait") ?? "")) return { status: 202, body: {} };
  await run?.done().catch(() => undefined);
  return { status: 204 };
}
