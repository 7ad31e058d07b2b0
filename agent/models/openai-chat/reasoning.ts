import { isObject, textOf } from "../../../base/json-object.ts";
import { type ChatBody, withMessage } from "./body.ts";

/** Members in which servers send reasoning, the usual first; where several are sent they hold the same. */
export const REASONING_MEMBERS = [
  "reasoning_content", // DeepSeek, GLM, Qwen, xAI, older vLLM, llama.cpp
  "reasoning", // Groq, Ollama, OpenRouter, newer vLLM, Together
  "reasoning_text",
  "thinking",
  "thought",
  "reasoning_details", // OpenRouter: text, summaries and encrypted parts
] as const;
export type ReasoningMember = (typeof REASONING_MEMBERS)[number];

/** Deviation: reasoning is not in `reasoning_content`, the one name that the client knows, or is not text. */
export function nameReasoning(body: ChatBody): ChatBody {
  const { message } = body.choices[0];
  const text = REASONING_MEMBERS.map((name) => reasoningText(message[name])).find((value) => value !== "");
  return withMessage(body, { reasoning_content: text });
}

/** Text of a member that is a text, an object or a list. What is encrypted has none. */
export function reasoningText(value: unknown): string {
  if (isObject(value))
    return reasoningText(value.thinking ?? value.reasoning ?? value.text ?? value.summary ?? value.content);
  return Array.isArray(value) ? value.map(reasoningText).join("") : textOf(value);
}
