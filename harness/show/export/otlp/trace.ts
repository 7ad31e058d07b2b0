import { createHash } from "node:crypto";
import { configurationName, executionName } from "../../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, ScoreRecord } from "../../../record/domain/records.ts";
import { type Span, spansOf } from "../../../results/trace/spans.ts";
import type { ExportedExecution } from "../executions.ts";
import { type AttributeValue, attributesOf } from "./attributes.ts";

interface TraceOf {
  runId: string;
  provider: string;
}

const KINDS = { internal: 1, client: 3 } as const;

/** What a span says beside its place and time. */
interface Told {
  name: string;
  kind: keyof typeof KINDS;
  attributes: Readonly<Record<string, AttributeValue>>;
  /** Null where nothing failed. */
  error: { type: string; message: string } | null;
}

/**
 * One trace: a turn is an agent's span with what people said and the answer; in it stand requests to models and calls of tools. The last
 * turn has the scores as events. Messages that a request sent are left out: they are the spans before it. Without a trace one
 * span tells how the execution ended.
 */
export function traceOf(parts: ExportedExecution, { runId, provider }: TraceOf): object[] {
  const { execution, extraction, record } = parts;
  const traceId = hexOf([runId, executionName(execution)], 32);
  const idOf = (span: Span) => hexOf([traceId, span.id], 16);
  const began = Date.parse(execution.started_at);
  const all: object[] = [];
  const add = (span: Span, parent: { id: string; start: number; end: number } | null) => {
    const start = span.start === null ? (parent?.start ?? began) : began + span.start;
    const end = start + (span.duration ?? 0);
    const told = tell(span, { ...parts, provider });
    const id = told === null ? parent!.id : idOf(span);
    if (told !== null)
      all.push({
        ...{ traceId, spanId: id, ...(parent && { parentSpanId: parent.id }), name: told.name, kind: KINDS[told.kind] },
        ...{ startTimeUnixNano: nanoseconds(start), endTimeUnixNano: nanoseconds(end) },
        attributes: attributesOf({ ...told.attributes, ...(told.error && { "error.type": told.error.type }) }),
        events: span === turns.at(-1) ? evaluationsOf(record, nanoseconds(end)) : [],
        status: told.error ? { code: 2, message: told.error.message } : {},
      });
    for (const child of span.children) add(child, told === null ? parent : { id, start, end });
  };
  const turns = extraction === null ? [unseenTurn(execution)] : spansOf(extraction, execution);
  for (const turn of turns) add(turn, null);
  return all;
}

function unseenTurn({ duration_ms }: ExecutionRecord): Span {
  return {
    ...{ type: "turn", id: "turn-0", turn: 0, subAgent: null, start: 0, duration: duration_ms },
    ...{ failed: true, children: [] },
  };
}

type Teller = ExportedExecution & Pick<TraceOf, "provider">;

/** Null for what has no span of its own: a message of an agent whose requests nobody saw. */
function tell(span: Span, parts: Teller): Told | null {
  if (span.type === "turn") return tellTurn(span.turn, parts);
  if (parts.extraction === null || span.type === "message") return null;
  return span.type === "call" ? tellCall(span.call, parts.extraction) : tellRequest(span, parts.extraction, parts);
}

function tellTurn(turn: number, { execution, extraction, scenario, provider }: Teller): Told {
  const { outcome, error } = execution.turns.find((entry) => entry.turn === turn) ?? execution;
  const { turns } = scenario;
  const answers = extraction?.answers ?? [];
  const said = turns
    .slice(0, turn + 1)
    .flatMap((text, at) => [
      message("user", [{ type: "text", content: text }]),
      ...(at < turn ? [message("assistant", [{ type: "text", content: answers[at] ?? "" }])] : []),
    ]);
  const answer = outcome === "success" ? answers[turn] : undefined;
  return {
    name: `invoke_agent ${execution.workflow}`,
    kind: "internal",
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": providerName(provider),
      "gen_ai.agent.name": execution.workflow,
      "gen_ai.agent.id": configurationName(execution),
      "gen_ai.conversation.id": executionName(execution),
      "gen_ai.request.model": execution.model,
      "gen_ai.input.messages": JSON.stringify(said),
      "gen_ai.output.messages":
        answer === undefined
          ? undefined
          : JSON.stringify([{ ...message("assistant", [{ type: "text", content: answer }]), finish_reason: "stop" }]),
      ...usageOfWhole(extraction),
      "scopebench.scenario": execution.scenario_id,
      "scopebench.repeat": execution.repeat,
      "scopebench.outcome": outcome,
    },
    error: outcome === "success" ? null : { type: outcome, message: error?.message ?? "no answer" },
  };
}

/** Of an agent whose requests nobody saw, and that was asked once: what it says of itself. */
function usageOfWhole(extraction: Extraction | null): Record<string, AttributeValue> {
  if (extraction === null || extraction.requests !== undefined || extraction.answers.length > 1) return {};
  return {
    "gen_ai.usage.input_tokens": extraction.tokens_in ?? undefined,
    "gen_ai.usage.output_tokens": extraction.tokens_out ?? undefined,
  };
}

function tellCall(index: number, { tool_calls }: Extraction): Told {
  const call = tool_calls.find((entry) => entry.index === index)!;
  return {
    name: `execute_tool ${call.tool}`,
    kind: "internal",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.tool,
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": String(index),
      "gen_ai.tool.call.arguments": JSON.stringify(call.arguments),
      "gen_ai.tool.call.result": call.preview,
      "scopebench.sub_agent": call.sub_agent ?? undefined,
    },
    error: call.status === "success" ? null : { type: call.error?.code ?? "error", message: call.error?.message ?? "" },
  };
}

function tellRequest(
  { request, answer }: Extract<Span, { type: "request" }>,
  { requests = [], messages, tool_calls }: Extraction,
  { execution, provider }: Teller,
): Told {
  const record = requests.find(({ index }) => index === request);
  const said = answer === null ? undefined : messages[answer];
  const calls = (said?.tool_call_indexes ?? []).flatMap(
    (index) => tool_calls.find((call) => call.index === index) ?? [],
  );
  const reason = record?.finish === "tool_calls" || calls.length > 0 ? "tool_call" : (record?.finish ?? "stop");
  const parts = [
    ...(said?.text ? [{ type: "text", content: said.text }] : []),
    ...calls.map((call) => ({ type: "tool_call", id: String(call.index), name: call.tool, arguments: call.arguments })),
  ];
  return {
    name: `chat ${execution.model}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": providerName(provider),
      "gen_ai.request.model": execution.model,
      "gen_ai.response.model": record?.served_model ?? undefined,
      "gen_ai.response.finish_reasons": record?.error ? undefined : [reason],
      "gen_ai.usage.input_tokens": record?.tokens_in,
      "gen_ai.usage.output_tokens": record?.tokens_out,
      "gen_ai.output.messages": said
        ? JSON.stringify([{ ...message("assistant", parts), finish_reason: reason }])
        : undefined,
      "scopebench.sub_agent": record?.sub_agent ?? undefined,
    },
    error: record?.error ? { type: record.error.code, message: record.error.message } : null,
  };
}

function message(role: string, parts: readonly object[]) {
  return { role, parts };
}

/** As the conventions call them; others have their own name. */
function providerName(provider: string): string {
  return provider === "google" ? "gcp.gemini" : provider === "policy" ? "scopebench.policy" : provider;
}

/** Each score is an evaluation; what is unscored has the reason in place of a value. */
function evaluationsOf({ scores }: ScoreRecord, timeUnixNano: string): object[] {
  return Object.entries(scores).map(([name, { value, reason }]) => ({
    ...{ timeUnixNano, name: "gen_ai.evaluation.result" },
    attributes: attributesOf({
      "gen_ai.evaluation.name": name,
      ...(value === null ? { "error.type": reason } : { "gen_ai.evaluation.score.value": value }),
    }),
  }));
}

/** Of milliseconds since 1970, which are known to a thousandth at most. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

/** Ids are hashes, so that two exports of a run are the same. */
function hexOf(parts: readonly string[], length: number): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, length);
}
