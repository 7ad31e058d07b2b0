import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf, textOf } from "../../base/json-object.ts";
import type { Finish } from "../contract/contract.ts";
import { extra } from "./transport/extras.ts";

/** What a model's message says beside its text and its calls, in one form for all providers. */
export interface ModelAnswer {
  finish: Finish;
  /** "" when none was told. */
  reasoning: string;
  /** As served; null where the provider does not say. */
  servedModel: string | null;
  /** OpenAI's `system_fingerprint`: changes when the backend does. */
  fingerprint: string | null;
  /** What else was in it, by kind and name, such as `item:web_search_call`; a finish reason that nobody knows, too. */
  extras: readonly string[];
}

/** Reads a LangChain message of any provider of ours. */
export function readModelAnswer(message: AIMessage): ModelAnswer {
  const metadata = message.response_metadata as JsonObject;
  const finish = finishOf(message, metadata);
  return {
    finish,
    reasoning: reasoningOf(message),
    servedModel: textOf(metadata.model_name) || textOf(metadata.model) || null,
    fingerprint: textOf(metadata.system_fingerprint) || null,
    extras: extrasOf(metadata, finish),
  };
}

/** Whether a message is an answer that ended at the model's output limit. */
export function isCutOff(message: BaseMessage | undefined): boolean {
  return AIMessage.isInstance(message) && readModelAnswer(message).finish === "length";
}

/** All documented reasons of the four protocols, and those of servers that speak them after a fashion; lower case. */
const NAMES_BY_FINISH: Readonly<Record<Exclude<Finish, "unknown">, string>> = {
  stop: "stop end_turn stop_sequence pause_turn completed complete eos eos_token end done",
  tool_calls: "tool_calls tool_call function_call tool_use",
  length:
    "length max_tokens max_output_tokens model_length max_length model_context_window_exceeded context_length_exceeded error_limit",
  content_filter:
    "content_filter content_filtered safety recitation blocklist prohibited_content spii image_safety image_prohibited_content image_recitation model_armor jailbreak sensitive guardrail_intervened error_toxic",
  refusal: "refusal",
};

const FINISH_BY_NAME: ReadonlyMap<string, Finish> = new Map(
  Object.entries(NAMES_BY_FINISH).flatMap(([finish, names]) =>
    names.split(" ").map((name) => [name, finish as Finish]),
  ),
);

/** Google and the responses protocol do not tell that a model stopped to call. */
function finishOf(message: AIMessage, metadata: JsonObject): Finish {
  const finish = FINISH_BY_NAME.get(nameOfFinish(metadata)) ?? "unknown";
  const calls = (message.tool_calls?.length ?? 0) + (message.invalid_tool_calls?.length ?? 0);
  return finish === "stop" && calls > 0 ? "tool_calls" : finish;
}

function extrasOf(metadata: JsonObject, finish: Finish): string[] {
  const name = nameOfFinish(metadata);
  const reported = Array.isArray(metadata.extras) ? metadata.extras.map(String) : [];
  return finish === "unknown" && name !== "undefined" ? [...reported, extra("finish", name)] : reported;
}

function nameOfFinish({ finish_reason, stop_reason, incomplete_details, status }: JsonObject): string {
  const incomplete = isObject(incomplete_details) ? incomplete_details.reason : undefined;
  const name = String(finish_reason ?? stop_reason ?? incomplete ?? status).toLowerCase();
  // Google's compatible endpoint: `content_filter: PROHIBITED_CONTENT`.
  return name.replace(/:.*$/, "");
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
