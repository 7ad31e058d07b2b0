import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { AgentTrace, TokenUsage, TraceMessage } from "./contract.ts";
import type { CallRecord } from "./tools/call-log.ts";
import { gateNoteOf, isUserMessage } from "./workflows/gate-note.ts";
import { isEstimated } from "./workflows/middleware/model-gate.ts";
import type { Transcript } from "./workflows/transcript.ts";

/** The part of a trace that the messages of a thread tell. */
export type MessageTrace = Pick<
  AgentTrace,
  "messages" | "usage" | "modelCalls" | "servedModels" | "planIterations" | "answers" | "contract"
> & {
  records: CallRecord[];
};

/** Reads a thread's messages, the executors' among them, into a trace. Pure. */
export function traceMessages(messages: readonly BaseMessage[], transcripts: readonly Transcript[] = []): MessageTrace {
  const entries = interleave(messages, transcripts);
  const answers = entries.map((entry) => entry.message).filter(isModelAnswer);
  return {
    messages: entries.map(toTraceMessage),
    records: recordsOf(messages, transcripts),
    usage: sumUsage(answers),
    modelCalls: answers.length,
    servedModels: [...new Set(answers.flatMap((message) => servedModelOf(message) ?? []))],
    planIterations: messages.filter((message) => callsOf(message).some((call) => call.name === "task")).length,
    answers: splitTurns(messages).map(finalAnswer),
    contract: contractOf(messages),
  };
}

/** Records of the calls among a thread's messages and its executors', in order. */
export function recordsOf(messages: readonly BaseMessage[], transcripts: readonly Transcript[] = []): CallRecord[] {
  const all = [...messages, ...transcripts.flatMap((transcript) => transcript.messages)];
  return all.flatMap((message) => recordOf(message) ?? []).sort((a, b) => a.index - b.index);
}

function recordOf(message: BaseMessage): CallRecord | null {
  return ToolMessage.isInstance(message) && isRecord(message.artifact) ? message.artifact : null;
}

function callsOf(message: BaseMessage): NonNullable<AIMessage["tool_calls"]> {
  return (AIMessage.isInstance(message) && message.tool_calls) || [];
}

function isRecord(value: unknown): value is CallRecord {
  return typeof value === "object" && value !== null && "index" in value && "tool" in value && "status" in value;
}

interface Entry {
  message: BaseMessage;
  subAgent: string | null;
  /** Indexes of the calls that the message makes or answers. */
  indexes: number[];
}

/** Puts each executor's messages behind the planner's message that sent it its sub-task. */
function interleave(messages: readonly BaseMessage[], transcripts: readonly Transcript[]): Entry[] {
  const waiting = [...transcripts];
  return withIndexes(messages, null).flatMap((entry) => {
    const sent = callsOf(entry.message).filter((call) => call.name === "task");
    const started = sent.flatMap((call) => {
      const at = waiting.findIndex((transcript) => transcript.messages[0]?.text === call.args.description);
      return at < 0 ? [] : waiting.splice(at, 1);
    });
    return [entry, ...started.flatMap((transcript) => withIndexes(transcript.messages, transcript.subAgent))];
  });
}

/** Call ids are unique within one conversation only. */
function withIndexes(messages: readonly BaseMessage[], subAgent: string | null): Entry[] {
  const byCallId = new Map(
    messages.flatMap((message) =>
      ToolMessage.isInstance(message) ? [[message.tool_call_id, recordOf(message)?.index] as const] : [],
    ),
  );
  return messages.map((message) => {
    const ids = ToolMessage.isInstance(message)
      ? [message.tool_call_id]
      : callsOf(message).map((call) => call.id ?? "");
    return { message, subAgent, indexes: ids.flatMap((id) => byCallId.get(id) ?? []) };
  });
}

function toTraceMessage({ message, subAgent, indexes }: Entry): TraceMessage {
  return {
    role: roleOf(message),
    text: message.text,
    subAgent,
    ...(indexes.length > 0 && { toolCallIndexes: indexes }),
  };
}

function roleOf(message: BaseMessage): TraceMessage["role"] {
  const type = message.getType();
  return type === "ai"
    ? "assistant"
    : type === "tool"
      ? "tool"
      : type === "system" || !isUserMessage(message)
        ? "system"
        : "user";
}

/** What a model said, as against the gate's replacement. */
function isModelAnswer(message: BaseMessage): message is AIMessage {
  return AIMessage.isInstance(message) && gateNoteOf(message) === null;
}

function servedModelOf(message: AIMessage): string | undefined {
  const { model_name: name, model } = message.response_metadata as { model_name?: unknown; model?: unknown };
  return typeof name === "string" ? name : typeof model === "string" ? model : undefined;
}

function sumUsage(messages: readonly AIMessage[]): TokenUsage {
  const usage: TokenUsage = { input: 0, output: 0, estimated: false };
  for (const message of messages) {
    usage.input += message.usage_metadata?.input_tokens ?? 0;
    usage.output += message.usage_metadata?.output_tokens ?? 0;
    usage.estimated ||= isEstimated(message);
  }
  return usage;
}

function splitTurns(messages: readonly BaseMessage[]): BaseMessage[][] {
  const turns: BaseMessage[][] = [];
  for (const message of messages) {
    if (isUserMessage(message)) turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

/** "" when the turn ended before an answer. */
function finalAnswer(turn: readonly BaseMessage[]): string {
  const last = turn.at(-1);
  return last && AIMessage.isInstance(last) && !last.tool_calls?.length ? last.text : "";
}

function contractOf(messages: readonly BaseMessage[]): AgentTrace["contract"] {
  const notes = messages.flatMap((message) => gateNoteOf(message) ?? []);
  return {
    violations: notes.flatMap((note) => note.violations),
    retries: notes.filter((note) => note.type === "feedback").length,
    fallback: notes.some((note) => note.type === "fallback"),
  };
}
