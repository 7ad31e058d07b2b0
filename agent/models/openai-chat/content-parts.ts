import { isObject, textOf } from "../../../db/base/json-object.ts";
import { type ChatBody, withMessage } from "./body.ts";

/**
 * Deviation: content is a list of parts, thinking among them (Mistral), or not there at all (GLM, Groq, vLLM). Here it is
 * text, and the thinking goes where reasoning belongs. The client would keep the list and show no reasoning.
 */
export function joinContentParts(body: ChatBody): ChatBody {
  const { message } = body.choices[0];
  const { text, reasoning } = splitContent(message.content);
  const thought = textOf(message.reasoning_content) + reasoning;
  return withMessage(body, { content: text, ...(thought !== "" && { reasoning_content: thought }) });
}

/** Text and thinking of content that is a string, a list of parts, or nothing. Streams send it in the same forms. */
export function splitContent(content: unknown): { text: string; reasoning: string } {
  if (!Array.isArray(content)) return { text: textOf(content), reasoning: "" };
  let text = "";
  let reasoning = "";
  for (const part of content) {
    if (!isObject(part)) text += textOf(part);
    else if (part.type === "thinking") reasoning += splitContent(part.thinking).text;
    else text += textOf(part.text);
  }
  return { text, reasoning };
}
