import type { ExecutionRecord, Extraction } from "../../record/domain/records.ts";
import { executorsByDelegation } from "./executors.ts";

/** What of a trace its spans are made of. A page knows results by their names only. */
export type SpannedTrace = Pick<Extraction, "requests" | "roles"> & {
  messages: readonly (Omit<Extraction["messages"][number], "text"> & { text: string | null })[];
  tool_calls: readonly Pick<
    Extraction["tool_calls"][number],
    "index" | "turn" | "tool" | "family" | "arguments" | "status" | "sub_agent" | "start_ms" | "duration_ms"
  >[];
};

interface AnySpan {
  /** Unique in its trace; also what an address names. */
  id: string;
  turn: number;
  subAgent: string | null;
  /** Milliseconds since the execution began; null where that was not recorded. */
  start: number | null;
  duration: number | null;
  failed: boolean;
  children: Span[];
}

/** A part of an execution, and what ran inside it. */
export type Span = AnySpan &
  (
    | { type: "turn" }
    | { type: "call"; call: number }
    /** `added`, `answer`: places in the trace's messages; `request`: its record, null where none was kept. `of` counts the agent's own, from 1. */
    | { type: "request"; request: number | null; added: number[]; answer: number | null; of: number }
    /** What an agent that is not ours said: the requests to models behind it are its own. */
    | { type: "message"; message: number }
  );

/**
 * An execution as nested spans: turns; in them requests to models and the calls of tools that came of them; in a delegation
 * what its executor did. By their starts where these were recorded, else in the order of the messages.
 */
export function spansOf(trace: SpannedTrace, record: Pick<ExecutionRecord, "turns"> | null): Span[] {
  const agents = new Map<string | null, Span[]>();
  const known = new Set<string | null>([null, ...trace.messages.map(({ sub_agent }) => sub_agent)]);
  for (const { sub_agent } of [...trace.tool_calls, ...(trace.requests ?? [])]) known.add(sub_agent);
  for (const agent of known) agents.set(agent, spansOfAgent(trace, agent));
  const executors = executorsByDelegation(trace);
  const main = agents.get(null) ?? [];
  for (const span of main) {
    if (span.type !== "call") continue;
    for (const executor of executors.get(span.call) ?? []) {
      span.children.push(...(agents.get(executor) ?? []).map((child) => ({ ...child, turn: span.turn })));
      agents.delete(executor);
    }
    sortByStart(span.children);
  }
  agents.delete(null);
  const homeless = [...agents.values()].flat();
  return turnsOf(trace, record, [...main, ...homeless]);
}

function turnsOf(trace: SpannedTrace, record: Pick<ExecutionRecord, "turns"> | null, spans: readonly Span[]): Span[] {
  const asked = trace.messages.filter(({ role, sub_agent }) => role === "user" && sub_agent === null).length;
  const count = Math.max(asked, record?.turns.length ?? 0, ...spans.map(({ turn }) => turn + 1));
  const zero = Date.parse(record?.turns[0]?.started_at ?? "");
  return Array.from({ length: count }, (_, turn): Span => {
    const told = record?.turns.find((entry) => entry.turn === turn);
    const start = told ? Date.parse(told.started_at) - zero : Number.NaN;
    return {
      type: "turn",
      id: `turn-${turn}`,
      turn,
      subAgent: null,
      start: Number.isNaN(start) ? null : start,
      duration: told?.duration_ms ?? null,
      failed: told !== undefined && told.outcome !== "success",
      children: sortByStart(spans.filter((span) => span.turn === turn)),
    };
  });
}

/** One agent's requests and calls, in the order of its messages; what no message tells of comes where it belongs by its number. */
function spansOfAgent(trace: SpannedTrace, agent: string | null): Span[] {
  const ours = trace.requests !== undefined || trace.roles !== undefined;
  const spans: Span[] = [];
  const calls = new Map(
    trace.tool_calls.filter(({ sub_agent }) => sub_agent === agent).map((call) => [call.index, call]),
  );
  const requests = new Set(
    (trace.requests ?? []).filter(({ sub_agent }) => sub_agent === agent).map(({ index }) => index),
  );
  let added: number[] = [];
  let turn = agent === null ? -1 : 0;
  for (const [place, message] of trace.messages.entries()) {
    if (message.sub_agent !== agent) continue;
    if (agent === null && message.role === "user") turn++;
    if (message.role !== "assistant") {
      added.push(place);
      continue;
    }
    const at = { turn: Math.max(0, turn), subAgent: agent };
    spans.push(
      ours ? requestSpan(trace, message.request ?? null, { ...at, added, answer: place }) : messageSpan(place, at),
    );
    if (message.request !== undefined) requests.delete(message.request);
    added = [];
    for (const index of message.tool_call_indexes ?? []) {
      const call = calls.get(index);
      if (call) spans.push(callSpan(call));
      calls.delete(index);
    }
  }
  for (const index of requests) {
    const { turn: at } = trace.requests![index]!;
    spans.push(requestSpan(trace, index, { turn: at, subAgent: agent, added: [], answer: null }));
  }
  numberRequests(spans);
  return withOrphans(spans, [...calls.values()].map(callSpan));
}

/** In the order in which they were asked, where that was recorded: what re-ranks stands in no message and is asked before what answers. */
function numberRequests(spans: readonly Span[]): void {
  const requests = spans.filter((span) => span.type === "request");
  const inOrder = requests.every(({ request }) => request !== null)
    ? requests.toSorted((a, b) => a.request! - b.request!)
    : requests;
  for (const [at, span] of inOrder.entries()) span.of = at + 1;
}

function requestSpan(
  { requests = [] }: SpannedTrace,
  index: number | null,
  at: { turn: number; subAgent: string | null; added: number[]; answer: number | null },
): Span {
  const record = requests.find((request) => request.index === index);
  return {
    type: "request",
    id: record ? `request-${record.index}` : `message-${at.answer}`,
    request: record ? record.index : null,
    start: record?.start_ms ?? null,
    duration: record?.duration_ms ?? null,
    failed: record?.error !== undefined,
    children: [],
    of: 0,
    ...at,
  };
}

function messageSpan(message: number, at: { turn: number; subAgent: string | null }): Span {
  return {
    type: "message",
    id: `message-${message}`,
    message,
    start: null,
    duration: null,
    failed: false,
    children: [],
    ...at,
  };
}

function callSpan(call: SpannedTrace["tool_calls"][number]): Span {
  return {
    type: "call",
    id: `call-${call.index}`,
    call: call.index,
    turn: call.turn,
    subAgent: call.sub_agent,
    start: call.start_ms ?? null,
    duration: call.duration_ms,
    failed: call.status === "error",
    children: [],
  };
}

/** Calls whose message is not there (a turn was cut off, an agent of others made them) go before what was said last in their turn. */
function withOrphans(spans: Span[], orphans: readonly Span[]): Span[] {
  for (const orphan of orphans) {
    const before = spans.findLastIndex((span) => span.turn <= orphan.turn);
    const last = spans[before];
    const isAnswer = last !== undefined && last.type !== "call" && last.turn === orphan.turn;
    spans.splice(isAnswer ? before : before + 1, 0, orphan);
  }
  return spans;
}

/** In place. Spans without a start stay where they are: all of a run have one, or none. */
function sortByStart(spans: Span[]): Span[] {
  return spans.every(({ start }) => start !== null) ? spans.sort((a, b) => a.start! - b.start!) : spans;
}
