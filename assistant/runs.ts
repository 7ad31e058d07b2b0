import { randomUUID } from "node:crypto";
import type { AgentRun, CallReview, LiveTurn } from "../agent/contract.ts";
import type { CallRecord } from "../agent/tools/call-log.ts";
import type { Assistant } from "./assistants.ts";
import { GRAPH_ID } from "./assistants.ts";
import { toDecision } from "./decisions.ts";
import { EventLog } from "./event-log.ts";
import { toJson } from "./plain.ts";
import { Refused, type RunRequest } from "./protocol.ts";
import { type AskedQuestion, questionOf } from "./question.ts";
import { reviewedTools } from "./safe-mode.ts";
import { type AssistantService, configOf, type ThreadState } from "./service.ts";
import type { StoredRun, StoredThread } from "./store/store.ts";

export interface LiveRun {
  id: string;
  threadId: string;
  threadKey: string;
  events: EventLog;
  /** What the thread held when the run was over. */
  done: Promise<RunResult>;
  cancel(): void;
}

export interface RunResult extends ThreadState {
  error: { code: string; message: string } | null;
}

/** Runs whose events can still be replayed after their end. */
const REPLAYED = 64;
/** Runs at work or waiting for their thread, of all clients together. */
const MOST_AT_WORK = 64;

/** Starts runs, one at a time on each thread, and keeps the events of the latest. */
export class Runs {
  readonly #runs = new Map<string, LiveRun>();
  readonly #atWork = new Map<string, LiveRun[]>();
  /** Requests that were let in and are not at work yet. */
  #starting = 0;

  /** @throws Refused for a request that cannot be run: nothing is stored of it then */
  async start({ service, thread, request }: Start): Promise<LiveRun> {
    const assistant = assistantOf(service, thread, request.assistant_id);
    const reviewed = reviewedIn(request, service);
    if ([...this.#atWork.values()].flat().length + this.#starting >= MOST_AT_WORK)
      throw new Refused(429, `expected at most ${MOST_AT_WORK} runs at once; wait for one to end`);
    this.#starting++;
    try {
      const asked = await this.#prepare({ service, thread, request });
      const run = { id: randomUUID(), thread_id: thread.id, assistant_id: assistant.id };
      const row = await service.store.createRun({ ...run, metadata: request.metadata ?? {} });
      return this.#launch({ service, row, assistant, asked, thread, reviewed });
    } finally {
      this.#starting--;
    }
  }

  find(id: string): LiveRun | undefined {
    return this.#runs.get(id);
  }

  /** Ends what is at work on a thread, and waits until it has. */
  async stop({ key }: Pick<StoredThread, "key">): Promise<void> {
    const runs = this.#atWork.get(key) ?? [];
    for (const run of runs) run.cancel();
    await Promise.all(runs.map(({ done }) => done));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#atWork.keys()].map((key) => this.stop({ key })));
  }

  async #prepare({ service, thread, request }: Start): Promise<Asked> {
    await this.#admit({ service, thread, request });
    const { command } = request;
    if (!command) return { question: questionOf(request, thread.assistant_id === null), resume: undefined };
    if (command.resume === undefined)
      throw new Refused(501, "of commands only `resume` is served; reject the call that waits to end it otherwise");
    const { pause } = await service.state(thread);
    if (!pause) throw new Refused(409, "nothing waits for a decision on this thread");
    const decision = toDecision(command.resume, pause, service.options.limits);
    const since = await service.store.claimPause(thread.id, pause.id);
    if (!since) throw new Refused(409, "somebody else has decided on this call");
    const waitedMs = Math.max(0, Date.now() - since.getTime());
    return {
      question: null,
      resume: { interrupt: pause.id, decision: { ...decision, by: service.principal.name, waitedMs } },
    };
  }

  async #admit({ service, thread, request }: Start): Promise<void> {
    const { multitask_strategy: strategy, checkpoint, checkpoint_id: named } = request;
    const busy = (this.#atWork.get(thread.key) ?? []).length > 0;
    if (strategy === "rollback")
      throw new Refused(501, "rollback is not served; use `interrupt`: what was reached stays");
    if (busy && strategy === "reject") throw new Refused(409, "a run is at work on this thread");
    if (busy && strategy === "interrupt") await this.stop(thread);
    const wanted = named ?? checkpoint?.checkpoint_id;
    if (!wanted || busy) return;
    const head = await (await service.graph(thread))?.getState(configOf(thread.key));
    if (head?.config.configurable?.checkpoint_id !== wanted)
      throw new Refused(
        409,
        "the thread has gone on from this checkpoint; copy the thread, or go on from its newest state",
      );
  }

  #launch(launch: Launch): LiveRun {
    const { row, thread } = launch;
    const controller = new AbortController();
    const events = new EventLog();
    const before = (this.#atWork.get(thread.key) ?? []).map(({ done }) => done);
    const work = async (): Promise<RunResult> => {
      await Promise.allSettled(before);
      return execute({ ...launch, events, signal: controller.signal });
    };
    const done = work().finally(() => {
      events.close();
      this.#finished(run);
    });
    const run: LiveRun = {
      id: row.id,
      threadId: thread.id,
      threadKey: thread.key,
      events,
      done,
      cancel: () => controller.abort(),
    };
    done.catch(() => undefined); // Told to who waits for it.
    this.#runs.set(run.id, run);
    this.#atWork.set(thread.key, [...(this.#atWork.get(thread.key) ?? []), run]);
    return run;
  }

  #finished(run: LiveRun): void {
    const others = (this.#atWork.get(run.threadKey) ?? []).filter((other) => other !== run);
    if (others.length > 0) this.#atWork.set(run.threadKey, others);
    else this.#atWork.delete(run.threadKey);
    const over = [...this.#runs.values()].filter(({ events }) => events.closed);
    for (const { id } of over.slice(0, Math.max(0, over.length - REPLAYED))) this.#runs.delete(id);
  }
}

async function execute(launch: Launch & Executed): Promise<RunResult> {
  const { service, row, assistant, asked, thread, reviewed, events, signal } = launch;
  const { store, options } = service;
  const { question, resume } = asked;
  events.add("metadata", toJson({ run_id: row.id, attempt: 1, thread_id: thread.id }));
  await store.setRunStatus(row.id, "running");
  await store.setThreadStatus(thread.id, "busy");
  const metadata = { graph_id: GRAPH_ID, assistant_id: assistant.id };
  await store.beginThread(thread.id, { assistantId: assistant.id, title: question?.content ?? "", metadata });
  const task = service.task(assistant, thread, {
    turns: [question?.content ?? ""],
    signal,
    onCall: (call) => events.add("custom", toJson(stepOf(call))),
    live: { reviewed, resume, messageId: question?.id, onEvent: (event) => tell(events, event) },
  });
  const { outcome, turns, error: failure } = signal.aborted ? NEVER_RUN : await options.agent.run(task);
  const error = outcome === "success" ? null : (turns.find((turn) => turn.error)?.error ?? failure ?? UNKNOWN);
  const began = { ...thread, assistant_id: assistant.id };
  const state = await service.settle(began, error !== null && !signal.aborted);
  const { values, pause } = state;
  const status = error ? (signal.aborted ? "interrupted" : "error") : pause ? "interrupted" : "success";
  await store.setRunStatus(row.id, status, error?.message ?? null);
  if (error) events.add("error", toJson({ error: error.code, message: error.message }));
  if (pause) events.add("updates", toJson({ __interrupt__: [pause] }));
  events.add("values", toJson({ ...values, ...(pause && { __interrupt__: [pause] }) }));
  events.add("end", "null");
  return { values, pause, error };
}

interface Asked {
  question: AskedQuestion | null;
  resume: { interrupt: string; decision: CallReview } | undefined;
}

interface Start {
  service: AssistantService;
  thread: StoredThread;
  request: RunRequest;
}

interface Launch {
  service: AssistantService;
  row: StoredRun;
  assistant: Assistant;
  asked: Asked;
  thread: StoredThread;
  reviewed: ReadonlySet<string>;
}

interface Executed {
  events: EventLog;
  signal: AbortSignal;
}

function assistantOf(service: AssistantService, thread: StoredThread, key: string): Assistant {
  const assistant = service.assistant(key);
  if (thread.assistant_id === null || thread.assistant_id === assistant.id) return assistant;
  throw new Refused(409, "this thread belongs to another assistant; start a new thread for this one");
}

function reviewedIn({ config }: RunRequest, { options }: AssistantService): ReadonlySet<string> {
  const asked = config?.configurable?.safe_mode;
  return asked === undefined ? new Set(options.reviewed) : reviewedTools(asked);
}

/** Of a run that was ended while it waited for its thread. */
const NEVER_RUN: AgentRun = {
  outcome: "agent_error",
  turns: [],
  error: { code: "cancelled", message: "the run was ended before it began" },
};

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
