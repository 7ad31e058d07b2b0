import type { AIMessage } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf, textOf } from "../../db/base/json-object.ts";
import type { Finish } from "../contract.ts";

/** What a model's message says beside its text and its calls, in one form for all providers. */
export interface ModelAnswer {
  finish: Finish;
  /** "" when none was told. */
  reasoning: string;
  /** As served; null where the provider does not say. */
  servedModel: string | null;
  /** OpenAI's `system_fingerprint`: changes when the backend does. */
  fingerprint: string | null;
}

/** Reads a LangChain message of any provider of ours. */
export function readModelAnswer(message: AIMessage): ModelAnswer {
  const metadata = message.response_metadata as JsonObject;
  return {
    finish: finishOf(message, metadata),
    reasoning: reasoningOf(message),
    servedModel: textOf(metadata.model_name) || textOf(metadata.model) || null,
    fingerprint: textOf(metadata.system_fingerprint) || null,
  };
}

const FINISH_BY_NAME: Readonly<Record<string, Finish>> = {
  stop: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  completed: "stop",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  tool_use: "tool_calls",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "content_filter",
  safety: "content_filter",
  recitation: "content_filter",
  blocklist: "content_filter",
  prohibited_content: "content_filter",
  spii: "content_filter",
  refusal: "refusal",
};

/** Google and the responses protocol do not tell that a model stopped to call. */
function finishOf(message: AIMessage, metadata: JsonObject): Finish {
  const { finish_reason, stop_reason, incomplete_details, status } = metadata;
  const incomplete = isObject(incomplete_details) ? incomplete_details.reason : undefined;
  const name = String(finish_reason ?? stop_reason ?? incomplete ?? status).toLowerCase();
  const finish = FINISH_BY_NAME[name] ?? "unknown";
  const calls = (message.tool_calls?.length ?? 0) + (message.invalid_tool_calls?.length ?? 0);
  return finish === "stop" && calls > 0 ? "tool_calls" : finish;
}

/** Chat: a member of its own. Anthropic: blocks. Responses: an item with a summary or the text itself. */
function reasoningOf(message: AIMessage): string {
  const { reasoning_content, reasoning } = message.additional_kwargs as JsonObject;
  if (typeof reasoning_content === "string") return reasoning_content;
  const item = isObject(reasoning) ? reasoning : {};
  const blocks = typeof message.content === "string" ? [] : objectsOf(message.content);
  return (
    joined(objectsOf(item.content), "text") ||
    joined(objectsOf(item.summary), "text") ||
    joined(
      blocks.filter(({ type }) => type === "thinking"),
      "thinking",
    )
  );
}

function joined(parts: readonly JsonObject[], name: string): string {
  return parts.map((part) => textOf(part[name])).join("");
}
