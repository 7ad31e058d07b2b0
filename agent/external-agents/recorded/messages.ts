import { isObject, type JsonObject, jsonOrUndefined, objectsOf, textOf } from "../../../base/json-object.ts";
import type { OtlpEvent, OtlpSpan } from "./spans.ts";

interface Message {
  role: string;
  text: string;
  /** It asks for calls of tools, so it is no answer. */
  calls: boolean;
  called: readonly ToldCall[];
  /** What tools answered, by the calls' ids. */
  results: readonly ToldResult[];
}

/** A call of a tool that a model asked for. */
export interface ToldCall {
  id: string;
  tool: string;
  arguments: unknown;
}

interface ToldResult {
  id: string;
  result: unknown;
}

/** What one span tells of a conversation: what people asked so far, and what was answered; null where it does not tell. */
interface Told {
  users: string[] | null;
  answer: string | null;
  /** A person spoke last: nothing of an answer had been made. */
  isStart: boolean;
  calls: readonly ToldCall[];
  results: readonly ToldResult[];
}

/** The dialects that instrumentations speak, by where the messages stand. The first that tells something counts. */
const DIALECTS: readonly ((span: OtlpSpan) => { input: Message[]; output: Message[] })[] = [
  // OpenTelemetry's conventions for GenAI: as attributes (from 1.37), also of an event.
  ({ attributes, events }) => {
    const details = events.find(({ name }) => name === "gen_ai.client.inference.operation.details");
    const of = (key: string) => messagesOf(attributes[key] ?? details?.attributes[key]);
    return { input: of("gen_ai.input.messages"), output: of("gen_ai.output.messages") };
  },
  // The same before 1.37: an event, or a log record, for each message.
  ({ events }) => ({
    input: events.flatMap((event) => {
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name)?.[1];
      return role ? [messageOf({ role, ...contentOf(event) })] : [];
    }),
    output: events.flatMap((event) =>
      event.name === "gen_ai.choice" ? [messageOf({ role: "assistant", ...choiceOf(event) })] : [],
    ),
  }),
  // OpenLLMetry, and OpenInference: an attribute for each message.
  ({ attributes }) => ({
    input: indexed(attributes, /^gen_ai\.prompt\.(\d+)\.(.+)$/),
    output: indexed(attributes, /^gen_ai\.completion\.(\d+)\.(.+)$/),
  }),
  ({ attributes }) => ({
    input: indexed(attributes, /^llm\.input_messages\.(\d+)\.message\.(.+)$/),
    output: indexed(attributes, /^llm\.output_messages\.(\d+)\.message\.(.+)$/),
  }),
  // Vercel's AI SDK.
  ({ attributes }) => {
    const { prompt, messages } = (parsed(attributes["ai.prompt"]) ?? {}) as JsonObject;
    const asked = typeof prompt === "string" ? [{ role: "user", content: prompt }] : (messages ?? prompt);
    const answer = textOf(attributes["ai.response.text"]);
    return {
      input: messagesOf(attributes["ai.prompt.messages"] ?? asked),
      output: [
        messageOf({ role: "assistant", content: answer, tool_calls: parsed(attributes["ai.response.toolCalls"]) }),
      ],
    };
  },
  // OpenInference's agents and chains, where input and output are plain text: what a chain makes of anything else (a graph's
  // edge says where to go on) is no answer.
  ({ attributes }) => {
    const input = plain(attributes["input.value"], attributes, "user");
    const isAnswer = input.length > 0 || attributes["openinference.span.kind"] === "AGENT";
    return { input, output: isAnswer ? plain(attributes["output.value"], attributes, "assistant") : [] };
  },
];

export function toldBy(span: OtlpSpan): Told {
  const told = DIALECTS.map((read) => read(span));
  const users = told.map(({ input }) => input.filter(({ role, text }) => role === "user" && text !== ""));
  const answers = told.map(({ output }) => output.findLast(({ text, calls }) => text !== "" && !calls));
  const input = told.find((one) => one.input.length > 0)?.input ?? [];
  return {
    users: users.find((list) => list.length > 0)?.map(({ text }) => text) ?? null,
    answer: answers.find((found) => found !== undefined)?.text ?? null,
    isStart: input.at(-1)?.role === "user",
    calls: told.map(({ output }) => output.flatMap(({ called }) => called)).find((list) => list.length > 0) ?? [],
    results: input.flatMap(({ results }) => results),
  };
}

/** A list of messages, or its JSON. */
function messagesOf(value: unknown): Message[] {
  return objectsOf(parsed(value)).map(messageOf);
}

function messageOf({ role, content, parts, tool_calls, finish_reason, tool_call_id, id }: JsonObject): Message {
  const pieces = objectsOf(parts ?? parsed(content));
  const text = pieces.length > 0 ? pieces.map(textOfPiece).filter(Boolean).join("\n") : textOf(content);
  const asked = [...pieces.filter(({ type }) => CALLS.has(textOf(type))), ...objectsOf(parsed(tool_calls))];
  const answered = pieces.filter(({ type }) => RESULTS.has(textOf(type)));
  const called = textOf(tool_call_id) || (textOf(role) === "tool" ? textOf(id) : "");
  return {
    role: textOf(role),
    text,
    calls: asked.length > 0 || /^tool/.test(textOf(finish_reason)),
    called: asked.map(callOf),
    results: [...answered.map(resultOf), ...(called ? [{ id: called, result: text }] : [])],
  };
}

const CALLS = new Set(["tool_call", "tool-call", "tool_use", "function_call"]);
const RESULTS = new Set(["tool_call_response", "tool-result", "tool_result", "function_call_output"]);

/** As the conventions, OpenAI, Anthropic and the AI SDK have it. */
function callOf(call: JsonObject): ToldCall {
  const inner = isObject(call.function) ? call.function : call;
  return {
    id: textOf(call.call_id) || textOf(call.id) || textOf(call.toolCallId),
    tool: textOf(inner.name) || textOf(inner.toolName),
    arguments: inner.arguments ?? inner.input ?? inner.args ?? null,
  };
}

function resultOf(part: JsonObject): ToldResult {
  const id = textOf(part.id) || textOf(part.call_id) || textOf(part.tool_use_id) || textOf(part.toolCallId);
  return { id, result: part.response ?? part.result ?? part.output ?? part.content ?? null };
}

/** A piece without a type is text, too; a tool's result is not. */
function textOfPiece({ type, text, content }: JsonObject): string {
  return type === undefined || /^(input_|output_)?text$/.test(textOf(type)) ? textOf(text) || textOf(content) : "";
}

/** What an event tells stands in its body, in its attributes, or as JSON in one of them. */
function contentOf({ attributes, body }: OtlpEvent): JsonObject {
  const inner = parsed(attributes["gen_ai.event.content"]);
  return isObject(body) ? body : isObject(inner) ? inner : attributes;
}

function choiceOf(event: OtlpEvent): JsonObject {
  const content = contentOf(event);
  const message = parsed(content.message);
  const { finish_reason } = content;
  if (isObject(message)) return { finish_reason, ...message };
  return { ...content, finish_reason, content: content.content ?? content.message };
}

/** `<prefix>.0.role`, `<prefix>.0.content`, ...; a content in parts is numbered once more. */
function indexed(attributes: JsonObject, pattern: RegExp): Message[] {
  const messages: { role: string; whole: string; parts: string[]; calls: JsonObject[]; id: string }[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const [, index, member] = pattern.exec(key) ?? [];
    if (index === undefined || member === undefined || Number(index) > 10_000) continue;
    const message = messages[Number(index)] ?? { role: "", whole: "", parts: [], calls: [], id: "" };
    messages[Number(index)] = message;
    if (member === "role") message.role = textOf(value);
    else if (member === "tool_call_id") message.id = textOf(value);
    else if (member.startsWith("tool_calls.")) addCallPart(message.calls, member, value);
    else if (member === "content") message.whole = messageOf({ content: value }).text;
    else if (/^contents\.\d+\.message_content\.text$/.test(member)) message.parts.push(textOf(value));
  }
  return messages.filter(Boolean).map(({ role, whole, parts, calls, id }) => {
    // Some tell the same text whole and in parts.
    const text = whole || parts.join("\n");
    const tool_calls = calls.filter(Boolean);
    return messageOf({ role, content: [{ text }], tool_calls, ...(id && { tool_call_id: id }) });
  });
}

/** `tool_calls.0.name`, `tool_calls.0.tool_call.function.name`. */
function addCallPart(calls: JsonObject[], member: string, value: unknown): void {
  const [, index, part = ""] = /^tool_calls\.(\d+)\.(?:tool_call\.)?(?:function\.)?(.+)$/.exec(member) ?? [];
  if (index === undefined || Number(index) > 1000) return;
  calls[Number(index)] = { ...calls[Number(index)], [part]: value };
}

function plain(value: unknown, attributes: JsonObject, role: string): Message[] {
  const kind = textOf(attributes["openinference.span.kind"]);
  const text = textOf(value);
  return ["AGENT", "CHAIN"].includes(kind) && text && !isObject(parsed(text)) && !Array.isArray(parsed(text))
    ? [{ role, text, calls: false, called: [], results: [] }]
    : [];
}

/** The value of a JSON text; anything else as it is. */
function parsed(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{]/.test(value) ? (jsonOrUndefined(value) ?? value) : value;
}
