import type { Extraction } from "../../record/domain/records.ts";

/**
 * How models write a call: what stands in their text where the server has no parser for their form, or where they missed it. Hermes and
 * Qwen, Llama, Mistral, DeepSeek, gpt-oss; Llama's plain JSON where all of the text is that.
 */
const CALL = new RegExp(
  [
    "<tool_call>",
    "<function=[\\w.-]+>",
    "<\\|python_tag\\|>",
    "\\[TOOL_CALLS\\]",
    "<\uFF5Ctool\u2581calls?\u2581begin\uFF5C>",
    "<\\|channel\\|>commentary to=",
    '^\\s*(?:```(?:json)?\\s*)?\\{\\s*"name"\\s*:\\s*"[\\w.-]+"\\s*,\\s*"(?:parameters|arguments)"\\s*:',
  ].join("|"),
);

/** Whether a message of a model that makes no call holds one in its text. */
export function holdsCallInText({ messages }: Pick<Extraction, "messages">): boolean {
  return messages.some(
    ({ role, text, tool_call_indexes: made = [] }) => role === "assistant" && made.length === 0 && CALL.test(text),
  );
}
