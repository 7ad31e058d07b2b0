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

/** Whether a model's text holds a call of a tool that nobody made. */
export function holdsCallInText({ messages }: Pick<Extraction, "messages">): boolean {
  return messages.some(({ role, text }) => role === "assistant" && CALL.test(text));
}
