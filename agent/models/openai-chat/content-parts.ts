import { isObject, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { type ChatBody, withMessage } from "./body.ts";
import { reasoningText } from "./reasoning.ts";

/**
 * Deviation: content is a list of parts, thinking and refusals among them (Mistral, Cohere), one part, or not there at all
 * (GLM, Groq, vLLM). Here it is text, and the thinking goes where reasoning belongs. The client would keep the list and show no reasoning.
 */
export function joinContentParts(body: ChatBody): ChatBody {
  const { message } = body.choices[0];
  const { text, reasoning, refusal } = splitContent(message.content);
  const thought = textOf(message.reasoning_content) + reasoning;
  return withMessage(body, {
    content: text,
    ...(thought !== "" && { reasoning_content: thought }),
    ...(refusal !== "" && { refusal }),
  });
}

interface Split {
  text: string;
  reasoning: string;
  refusal: string;
}

/** Types of parts that hold text for the reader, and thinking. */
export const TEXT_PARTS: ReadonlySet<unknown> = new Set(["text", "output_text", undefined]);
export const THINKING_PARTS: ReadonlySet<unknown> = new Set(["thinking", "reasoning", "reasoning_text"]);

/**
 * Text, thinking and refusal of content that is a string, a list of parts, a part, or nothing. Streams send it in the same forms.
 * @throws ProviderFault `no_answer` where all of it is something else: the server's fault, no silence of the model
 */
export function splitContent(content: unknown): Split {
  const split: Split = { text: "", reasoning: "", refusal: "" };
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  if (parts.length > 0 && !parts.some(isPart))
    throw new ProviderFault("no_answer", "the answer's content is neither text nor parts of it");
  for (const part of parts) {
    if (!isObject(part)) split.text += textOf(part);
    else if (THINKING_PARTS.has(part.type)) split.reasoning += reasoningText(part);
    else if (part.type === "refusal") split.refusal += textOf(part.refusal) || textOf(part.text);
    else if (TEXT_PARTS.has(part.type)) split.text += textOf(part.text);
  }
  return split;
}

function isPart(part: unknown): boolean {
  if (isObject(part)) return part.type !== undefined || "text" in part;
  return part === undefined || part === null || typeof part === "string";
}
