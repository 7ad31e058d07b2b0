import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { compareText } from "../../base/text-order.ts";
import type { AgentTrace, Finish, NodeStep, TraceMessage } from "../contract/contract.ts";
import { readModelAnswer } from "../models/model-answer.ts";
import { addUsage, NO_USAGE } from "../models/usage.ts";
import type { CallRecord } from "./call-log.ts";
import { contractNoteOf, isAskedBack, isUserMessage } from "./contract-note.ts";
import { requestOf } from "./request-log.ts";
import type { Transcript } from "./transcript.ts";

/** The part of a trace that the messages of a thread tell. */
export type MessageTrace = Pick<
  AgentTrace,
  | "messages"
  | "usage"
  | "modelCalls"
  | "servedModels"
  | "fingerprints"
  | "finishes"
  | "extras"
  | "planIterations"
  | "steps"
  | "answers"
  | "guarded"
  | "contract"
> & {
  records: CallRecord[];
};

/** Reads a thread's messages, the executors' among them, and its nodes' steps into a trace. Pure. */
export function traceMessages(
  messages: readonly BaseMessage[],
  { transcripts = [], steps }: { transcripts?: readonly Transcript[]; steps?: readonly NodeStep[] } = {},
): MessageTrace {
  const entries = interleave(messages, transcripts);
  const answers = entries.map((entry) => entry.message).filter(isModelAnswer);
  const ends = splitTurns(messages).map(endOf);
  return {
    messages: entries.map(toTraceMessage),
    records: recordsOf(messages, transcripts),
    usage: answers.reduce(addUsage, NO_USAGE),
    modelCalls: answers.length,
    ...servedBy(answers),
    planIterations: messages.filter((message) => callsOf(message).some((call) => call.name === "task")).length,
    ...(steps && { steps }),
    answers: ends.map(({ answer }) => answer),
    // Unknown as a whole where a draft is not there: neither the guard's text nor an empty one is an answer of the system.
    ...(ends.some(({ replaced }) => replaced) &&
      !ends.some(({ lost }) => lost) && { guarded: ends.map(({ guarded }) => guarded) }),
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
  const request = AIMessage.isInstance(message) ? requestOf(message) : undefined;
  return {
    role: roleOf(message),
    text: message.text,
    subAgent,
    ...(indexes.length > 0 && { toolCallIndexes: indexes }),
    ...(request !== undefined && { request }),
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

/** What a model said, as against the contract check's replacement. */
function isModelAnswer(message: BaseMessage): message is AIMessage {
  return AIMessage.isInstance(message) && (contractNoteOf(message) === null || isAskedBack(message));
}

/** Who answered, and why they stopped. A policy model tells neither. */
function servedBy(
  answers: readonly AIMessage[],
): Pick<MessageTrace, "servedModels" | "fingerprints" | "finishes" | "extras"> {
  const read = answers.map(readModelAnswer);
  const finishes: Partial<Record<Finish, number>> = {};
  const extras: Record<string, number> = {};
  for (const name of read.flatMap((answer) => answer.extras).sort(compareText)) extras[name] = (extras[name] ?? 0) + 1;
  for (const { finish, servedModel } of read)
    if (servedModel !== null || finish !== "unknown") finishes[finish] = (finishes[finish] ?? 0) + 1;
  return {
    servedModels: [...new Set(read.flatMap(({ servedModel }) => servedModel ?? []))],
    fingerprints: [...new Set(read.flatMap(({ fingerprint }) => fingerprint ?? []))],
    finishes,
    extras,
  };
}

function splitTurns(messages: readonly BaseMessage[]): BaseMessage[][] {
  const turns: BaseMessage[][] = [];
  for (const message of messages) {
    if (isUserMessage(message)) turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

/** How a turn ended: with the system's last answer ("" where it ended before one), and what the guard put in its place, if anything. */
function endOf(turn: readonly BaseMessage[]): TurnEnd {
  const last = turn.at(-1);
  const replaced = last !== undefined && contractNoteOf(last)?.type === "fallback";
  const lost = replaced && !AIMessage.isInstance(turn.at(-2));
  const answer = answerIn(replaced && !lost ? turn.at(-2) : last);
  return { answer, replaced, lost, guarded: replaced && last.text !== answer ? last.text : null };
}

interface TurnEnd {
  answer: string;
  replaced: boolean;
  /** What was replaced is not there. */
  lost: boolean;
  guarded: string | null;
}

function answerIn(message: BaseMessage | undefined): string {
  return message && AIMessage.isInstance(message) && !message.tool_calls?.length ? message.text : "";
}

function contractOf(messages: readonly BaseMessage[]): AgentTrace["contract"] {
  const notes = messages.flatMap((message) => contractNoteOf(message) ?? []);
  return {
    violations: notes.flatMap((note) => note.violations),
    retries: notes.filter((note) => note.type === "feedback").length,
    fallback: notes.some((note) => note.type === "fallback"),
    ...(messages.length > 0 && isAskedBack(messages.at(-1)!) && { askedBack: true }),
  };
}
