import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { reasoningText } from "../openai-chat/reasoning.ts";
import { chatUsage } from "../openai-chat/usage.ts";
import { readArguments } from "../transport/arguments.ts";
import type { Dialect, PlainAnswer } from "../transport/dialect.ts";
import { distinct, extra, names, unknownMembers } from "../transport/extras.ts";
import { refuseScalar } from "../transport/refuse-scalar.ts";
import { assembleResponse } from "./stream.ts";

/** OpenAI's `POST /responses`. Its streams end in one event that holds the whole answer. */
export const openAiResponses: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  assemble: assembleResponse,
  failure: failedResponse,
  normalize: completeResponse,
  details: (body) => ({ usage: chatUsage(body), extras: responseExtras(body), reasoning: reasoningOf(body) }),
  make: makeResponse,
};

/** Items that are handed on. Those of a server's own tools would go back to it with none of them declared, which it refuses. */
const ITEMS = names("message reasoning function_call custom_tool_call");
/** Non-final response states, and those of a response that failed. */
const UNFINISHED = names("failed cancelled in_progress queued");
/** Members of the protocol's answer that repeat the request, or that are read. */
const BODY = names(
  "id object created_at completed_at status model output output_text usage error incomplete_details background billing conversation frequency_penalty instructions max_output_tokens max_tool_calls metadata moderation parallel_tool_calls presence_penalty previous_response_id prompt prompt_cache_key prompt_cache_retention reasoning safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p truncation user",
);
const ITEM = names(
  "id type status role content phase summary encrypted_content name namespace arguments input call_id parsed_arguments",
);
const PART = names("type text refusal");

function failedResponse(body: JsonObject): JsonObject | null {
  const status = textOf(body.status);
  if (!UNFINISHED.has(status)) return null;
  const error = isObject(body.error) ? body.error : { code: "server_error", message: `the response is ${status}` };
  return { error };
}

/**
 * Deviations: a refusal is a part of a completed answer, and the client keeps no text of it. Here it is text, and the
 * answer is incomplete for the reason `refusal`. `annotations` is missing on servers other than OpenAI's own; the client fails
 * there. A call of a custom tool, whose input is free text, is one of a function. Usage goes round the client.
 */
function completeResponse(body: JsonObject): JsonObject {
  const output = itemsOf(body);
  if (output === null) throw new ProviderFault("no_answer", "the answer has no output");
  for (const { content } of output) refuseScalar(content);
  const refused = output.some((item) => textParts(item).some(({ type }) => type === "refusal"));
  const wasCut = body.status === "incomplete";
  const known = output.filter(({ type }) => ITEMS.has(String(type)));
  return {
    ...body,
    error: null,
    usage: undefined,
    output: known.map((item, at) => completeItem(item, { at, wasCut })),
    ...(refused && { status: "incomplete", incomplete_details: { reason: "refusal" } }),
  };
}

/** A list of items; their text alone, on some servers. Null when there is neither. */
function itemsOf({ output, output_text }: JsonObject): JsonObject[] | null {
  const items = Array.isArray(output)
    ? objectsOf(output).map((item) => ("role" in item ? { type: "message", ...item } : item))
    : null;
  if (textOf(output_text) === "" || (items ?? []).length > 0) return items;
  return [{ type: "message", role: "assistant", content: output_text }];
}

/** The client reads the summary of the last item. */
function reasoningOf(body: JsonObject): string {
  const items = (itemsOf(body) ?? []).filter(({ type }) => type === "reasoning");
  return items
    .map(({ content, summary, text }) => reasoningText(content) || reasoningText(summary) || textOf(text))
    .join("");
}

function responseExtras(body: JsonObject): string[] {
  const items = itemsOf(body) ?? [];
  const known = items.filter(({ type }) => ITEMS.has(String(type)));
  return distinct([
    ...items.filter((item) => !known.includes(item)).map(({ type }) => extra("item", type)),
    ...known.flatMap((item) => unknownMembers("item", item, ITEM)),
    ...known
      .filter(({ type }) => type === "message")
      .flatMap(textParts)
      .flatMap(partExtras),
    ...unknownMembers("body", body, BODY),
  ]);
}

function partExtras(part: JsonObject): string[] {
  const isKnown = ["output_text", "text", "refusal"].includes(String(part.type));
  return isKnown ? unknownMembers("part", part, PART) : [extra("part", part.type)];
}

function makeResponse({ text, calls, finish }: PlainAnswer): JsonObject {
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
  const called = calls.map(({ name, arguments: given }) => ({ type: "function_call", name, arguments: given }));
  const filtered = finish === "content_filter";
  return {
    status: filtered ? "incomplete" : "completed",
    incomplete_details: filtered ? { reason: "content_filter" } : null,
    output: [...(text === "" ? [] : [message]), ...called],
  };
}

/** An item of an answer as the protocol's book has it. */
function completeItem(item: JsonObject, { at, wasCut }: { at: number; wasCut: boolean }): JsonObject {
  if (item.type === "message") return { ...item, content: textParts(item).flatMap(asText) };
  if (item.type === "reasoning") return { ...item, summary: objectsOf(item.summary) };
  const { input: _, ...call } = item;
  const given = readArguments(item.arguments ?? item.input, { wasCut });
  const callId = textOf(item.call_id) || textOf(item.id) || `call_${at}`;
  return {
    ...call,
    type: "function_call",
    call_id: callId,
    name: textOf(item.name),
    arguments: JSON.stringify(given),
  };
}

/** Parts of a message's content, which is text on some servers. */
function textParts({ content }: JsonObject): JsonObject[] {
  return typeof content === "string" ? [{ type: "output_text", text: content }] : objectsOf(content);
}

/** Parts that are no text are not handed on. */
function asText(part: JsonObject): JsonObject[] {
  if (part.type === "refusal") return [{ type: "output_text", text: textOf(part.refusal), annotations: [] }];
  if (part.type !== "output_text" && part.type !== "text") return [];
  return [{ ...part, type: "output_text", text: textOf(part.text), annotations: objectsOf(part.annotations) }];
}
