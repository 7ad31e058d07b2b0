import { countOf } from "../../../../base/counts.ts";
import { count } from "../../../../harness/print/format.ts";
import type { ModelRequest } from "../../../../harness/record/domain/records.ts";
import type { Span } from "../../../../harness/results/trace/spans.ts";
import type { ExecutionData, TraceCall } from "../../../../harness/show/report/site-data.ts";

export type Trace = NonNullable<ExecutionData["trace"]>;

/** Of a wait, as records have it: the server had others before it. */
const SERVER_QUEUE = "server_queue";

/** Characters of a call's arguments that stand in its line. */
const SHORT = 90;

/** What a span's line in the tree says: its name, and a few words of what it did. */
export function lineOf(
  span: Span,
  { trace, scenario }: { trace: Trace; scenario: ExecutionData["scenario"] },
): { name: string; words: string } {
  if (span.type === "turn") return { name: `Turn ${span.turn + 1}`, words: scenario.turns[span.turn] ?? "" };
  if (span.type === "message") return { name: "answer", words: trace.messages[span.message]?.text ?? "" };
  if (span.type === "call") {
    const call = callAt(trace, span.call);
    return { name: call.tool, words: callWords(call) };
  }
  return { name: `model call ${span.of}`, words: requestWords(span, trace) };
}

/** `planner`, `executor-1`; the analyst of ReAct is alone and needs no name. */
export function agentOf({ subAgent, type }: Span, trace: Trace): string {
  if (subAgent !== null) return subAgent;
  const isPlanner = trace.roles?.some(({ role }) => role === "planner");
  return isPlanner && type === "request" ? "planner" : "";
}

export function callAt(trace: Trace, index: number): TraceCall {
  return trace.tool_calls.find((call) => call.index === index)!;
}

/** Milliseconds as seconds; `not recorded` in runs that did not. */
export function secondsOf(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? "not recorded" : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

type Wait = NonNullable<ModelRequest["waits"]>[number];

/** Time in which a request was not under way: where it stood in a queue, or what it was made again for. */
export function sayWait({ reason, ms }: Wait): string {
  if (reason === null) return `waited ${secondsOf(ms)} for its turn at the provider's limit`;
  if (reason === SERVER_QUEUE) return `waited ${secondsOf(ms)} in the server's own queue`;
  return `retried after ${reason}, ${secondsOf(ms)} later`;
}

/** All that is said in a span: what a search inside the trace looks through. */
export function searchText(span: Span, trace: Trace): string {
  if (span.type === "call") {
    const { tool, arguments: given, preview, error, ids } = callAt(trace, span.call);
    return [tool, argumentText(given), preview, error?.code, error?.message, ...ids].join("\n");
  }
  if (span.type === "message") return trace.messages[span.message]?.text ?? "";
  if (span.type === "turn") return "";
  const { reasoning, error, served_model } = trace.requests?.find(({ index }) => index === span.request) ?? {};
  const messages = [...span.added, ...(span.answer === null ? [] : [span.answer])].map(
    (at) => trace.messages[at]?.text,
  );
  return [...messages, reasoning, error?.code, error?.message, served_model].join("\n");
}

export function argumentText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** The argument that says most (a query, a sub-task), then what came back. */
export function callWords({ arguments: given, status, error, rows }: TraceCall): string {
  const values = typeof given === "object" && given !== null ? Object.values(given) : [given];
  const source = (given as { source?: unknown } | null)?.source;
  const longest = values.map(argumentText).sort((a, b) => b.length - a.length)[0] ?? "";
  const cut = longest.length > SHORT ? `${longest.slice(0, SHORT)} …` : longest;
  const came = status === "error" ? `error ${error?.code ?? ""}` : rows === undefined ? "" : countOf(rows, "row");
  const asked = typeof source === "string" && source !== longest ? `${source}: ${cut}` : cut;
  return [asked, came].filter((part) => part !== "").join(" → ");
}

function requestWords(span: Span & { type: "request" }, trace: Trace): string {
  const record = trace.requests?.find(({ index }) => index === span.request);
  if (record?.error) return `error ${record.error.code}`;
  const calls = span.answer === null ? [] : (trace.messages[span.answer]?.tool_call_indexes ?? []);
  const did =
    calls.length > 0
      ? `asks for ${calls.map((index) => callAt(trace, index)?.tool).join(", ")}`
      : roleWords(record?.role);
  const tokens =
    record?.tokens_in === undefined ? "" : `, ${count(record.tokens_in)} tokens in, ${count(record.tokens_out)} out`;
  const queues = record?.waits?.filter(({ reason }) => reason === null || reason === SERVER_QUEUE) ?? [];
  const queued = queues.reduce((sum, { ms }) => sum + ms, 0);
  const waited = queued > 0 ? `, ${secondsOf(queued)} in queues` : "";
  return `${record?.purpose === "summary" ? "summarises older messages" : did}${tokens}${waited}`;
}

function roleWords(role: string | undefined): string {
  return role === "reranker" ? "re-ranks" : role === "rewriter" ? "rewrites the question" : "answers";
}
