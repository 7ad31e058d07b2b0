import { END } from "@langchain/langgraph";
import type { AgentRun, CallReview, LiveTurn } from "../../agent/contract/contract.ts";
import type { CallRecord } from "../../agent/turns/call-log.ts";
import { isBounded, toUsage } from "../access/spending.ts";
import { type Assistant, GRAPH_ID } from "../protocol/assistants.ts";
import type { EventLog } from "../protocol/event-log.ts";
import { toJson } from "../protocol/plain.ts";
import type { AskedQuestion } from "../protocol/question.ts";
import { isOver, type StoredRun, type StoredThread } from "../store/store.ts";
import { approverOf, takeBackUnderOther } from "./approvals.ts";
import { balanceOf, endOf, RunMeter } from "./run-meter.ts";
import { type AssistantService, configOf, type ThreadState } from "./service.ts";
import { openSpendingLedger } from "./spending-ledger.ts";

/** What a run is to do. */
export interface RunTask {
  question: AskedQuestion | null;
  resume?: { interrupt: string; decision: CallReview; reviewed: ReadonlySet<string> };
  /** Begin from this checkpoint, not from the newest. */
  checkpoint?: string;
  /** Nothing more is done on the thread: what waits waits no longer. */
  end?: true;
}

export interface Launch {
  service: AssistantService;
  row: StoredRun;
  assistant: Assistant;
  asked: RunTask;
  thread: StoredThread;
  reviewed: ReadonlySet<string>;
  /** With the asker's tokens: in memory alone. */
  sources: AskedSources | undefined;
}

export type AskedSources = NonNullable<LiveTurn["sources"]>;

export interface RunResult extends ThreadState {
  error: { code: string; message: string } | null;
}

/** Makes a run to its end, and tells of it as it goes. */
export async function executeRun(launch: Launch, events: EventLog, signal: AbortSignal): Promise<RunResult> {
  const { service, row, assistant, asked, thread, reviewed } = launch;
  const { store } = service;
  events.add("metadata", toJson({ run_id: row.id, attempt: 1, thread_id: thread.id }));
  if (signal.aborted) return neverRun(launch, events);
  await store.setRunStatus(row.id, "running");
  await store.setThreadStatus(thread.id, "busy");
  await takeBackUnderOther(service, thread.id, reviewed);
  const metadata = { graph_id: GRAPH_ID, assistant_id: assistant.id, safe_mode: [...reviewed] };
  await store.beginThread(thread.id, { assistantId: assistant.id, title: asked.question?.content ?? "", metadata });
  const began = { ...thread, assistant_id: assistant.id };
  const { error, values, pause } = await (asked.end
    ? end(service, began).then(() => settle(launch, began, null))
    : askOn({ ...launch, thread: began }, events, signal));
  const status = error ? (signal.aborted ? "interrupted" : "error") : pause ? "interrupted" : "success";
  await store.setRunStatus(row.id, status, error?.message ?? null);
  if (error) events.add("error", toJson({ error: error.code, message: error.message }));
  if (pause) events.add("updates", toJson({ __interrupt__: [pause] }));
  events.add("values", toJson({ ...values, ...(pause && { __interrupt__: [pause] }) }));
  return { values, pause, error };
}

/** Goes on by itself while what waits is of a kind that somebody has approved for all of the thread. */
async function askOn(launch: Launch, events: EventLog, signal: AbortSignal): Promise<RunResult> {
  await using spending = await openMeter(launch, events);
  const { meter } = spending;
  const { service, thread, reviewed } = launch;
  let { asked } = launch;
  for (;;) {
    const error = await ask({ ...launch, asked }, { events, signal, meter });
    const result = await settle(launch, thread, error, signal);
    const { pause } = result;
    const by = pause && !error && !signal.aborted ? await approverOf(service, thread, pause) : null;
    if (!pause || !by || !(await service.store.claimPause(thread.id, pause.id))) return result;
    const decision = { decision: "approve", by, waitedMs: 0 } as const;
    const names = pause.value.action_requests.map(({ name }) => name);
    asked = { question: null, resume: { interrupt: pause.id, decision, reviewed: new Set([...reviewed, ...names]) } };
  }
}

/** Unless this service was taken for dead: the thread is another's by now. */
async function settle(
  { service, row }: Launch,
  thread: StoredThread,
  error: RunResult["error"],
  signal?: AbortSignal,
): Promise<RunResult> {
  const stored = await service.store.run(thread.id, row.id);
  const failed = error !== null && !signal?.aborted;
  const state = await (stored && isOver(stored) ? service.state(thread) : service.settle(thread, failed));
  return { ...state, error };
}

/** It was ended while it waited for its thread, which is left as it is. */
async function neverRun({ service, row, thread }: Launch, events: EventLog): Promise<RunResult> {
  const error = { code: "cancelled", message: "the run was ended before it began" };
  await service.store.setRunStatus(row.id, "interrupted", error.message);
  events.add("error", toJson({ error: error.code, message: error.message }));
  return { ...(await service.state(thread)), error };
}

interface Asking {
  events: EventLog;
  signal: AbortSignal;
  meter: RunMeter;
}

async function ask(launch: Launch, { events, signal, meter }: Asking): Promise<RunResult["error"]> {
  const { service, assistant, asked, thread, reviewed, sources } = launch;
  const { question, resume, checkpoint } = asked;
  const again = question === null && resume === undefined;
  const task = service.task(assistant, thread, {
    turns: [question?.content ?? ""],
    signal,
    ownTurn: service.turns.next,
    onCall: (call) => events.add("custom", toJson(stepOf(call))),
    live: {
      ...{ reviewed, resume, checkpoint, again, meter, messageId: question?.id },
      ...(sources && { sources }),
      onEvent: (event) => tell(events, event),
    },
  });
  return errorOf(await service.options.agent.run(task));
}

/** Counts from what the thread has spent when the run begins; with caps, those who follow see them fill. */
async function openMeter({ service, row, assistant, thread }: Launch, events: EventLog) {
  const { session, userLimits } = service.options;
  const { perDay } = userLimits;
  const ledger = openSpendingLedger({ spending: service.store.spending, run: row.id, session, perDay });
  const meter = new RunMeter({
    ledger,
    model: assistant.model,
    before: (await balanceOf(service, thread)).thread,
    why: async () => endOf(service.options, await balanceOf(service, thread, row.author)) ?? UNDER_WAY,
    onChange: ({ spentOnThread }) => {
      if (isBounded(session)) events.add("custom", toJson({ type: "usage", ...toUsage(spentOnThread, session) }));
    },
  });
  return { meter, [Symbol.asyncDispose]: () => ledger.close() };
}

/** What was left was reserved by another request, which has given it back by now. */
const UNDER_WAY = "what is left of what may be spent is reserved by other requests under way; ask again";

function errorOf({ outcome, turns, error }: AgentRun): RunResult["error"] {
  return outcome === "success" ? null : (turns.find((turn) => turn.error)?.error ?? error ?? UNKNOWN);
}

/** What waits on a thread is not made: the thread ends where it is. */
async function end(service: AssistantService, thread: StoredThread): Promise<null> {
  const graph = await service.graph(thread);
  await graph?.updateState(configOf(thread.key), null as never, END);
  return null;
}

const UNKNOWN = { code: "agent_failed", message: "no reason was given" };

/** What the graph streams, as the protocol names it. A pause is told once, at the end, with the state around it. */
function tell(events: EventLog, { namespace, mode, data }: Parameters<LiveTurn["onEvent"]>[0]): void {
  if (mode !== "messages" && Object.hasOwn(Object(data), "__interrupt__")) return;
  events.add(mode, toJson(data), namespace);
}

/** A tool call that was made, for who follows the steps. */
function stepOf(call: CallRecord) {
  return {
    type: "tool_call",
    at: new Date().toISOString(),
    index: call.index,
    tool: call.tool,
    arguments: call.arguments,
    status: call.status,
    error: call.error ?? null,
    rows: call.rows ?? null,
    truncated: call.truncated,
    result_path: call.resultPath ?? null,
    sub_agent: call.subAgent,
    duration_ms: call.durationMs,
    review: call.review ?? null,
  };
}
