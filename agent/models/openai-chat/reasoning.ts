import { textOf } from "../../../db/base/json-object.ts";
import { type ChatBody, withMessage } from "./body.ts";

/**
 * Deviation: reasoning is in `reasoning` (Groq, Ollama, OpenRouter, newer vLLM) and not in `reasoning_content` (DeepSeek,
 * GLM, older vLLM), the one name that the client knows.
 */
export function nameReasoning(body: ChatBody): ChatBody {
  const { reasoning, reasoning_content } = body.choices[0].message;
  if (textOf(reasoning_content) !== "" || textOf(reasoning) === "") return body;
  return withMessage(body, { reasoning_content: reasoning });
}
