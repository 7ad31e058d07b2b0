import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { type ChatBody, withFinish } from "./body.ts";

/**
 * Deviation: no finish reason is ever sent (Snowflake), it is the word `null` (DashScope), or `stop` stands beside calls
 * (Gemini's and some llama.cpp servers' compatible endpoints). Whether a stream ended early is not reported by this: see `assembleChat`.
 */
export function inferFinishReason(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const usual = objectsOf(message.tool_calls).length > 0 ? "tool_calls" : "stop";
  return isFinish(finish_reason) && finish_reason !== "stop" ? body : withFinish(body, usual);
}

/** A reason that is told. */
export function isFinish(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value !== "null";
}

/** Finish reasons that say that the server failed, with the HTTP status of what they say. */
const FAILED_FINISHES: Readonly<Record<string, number>> = {
  insufficient_system_resource: 503, // DeepSeek
  network_error: 502, // GLM
  error: 502, // OpenRouter, Mistral, Cohere
  abort: 502, // vLLM, SGLang
  aborted: 502,
  cancelled: 502,
  user_cancel: 502,
  timeout: 504, // Cohere
};

/** An outage is no answer, though its body has the form of one: the error that it is, to be retried as any. */
export function failedFinish(choice: JsonObject | undefined, beside: unknown): JsonObject | null {
  const finish = textOf(choice?.finish_reason).toLowerCase();
  const status = FAILED_FINISHES[finish];
  const reported = [choice?.error, status === undefined ? null : beside].find(isObject);
  if (reported) return { error: { code: status ?? 502, ...reported } };
  return status === undefined ? null : { error: { code: status, message: `the answer ended with ${finish}` } };
}
