import { AIMessage } from "@langchain/core/messages";
import { isObject, textOf } from "../../../base/json-object.ts";

/**
 * The client leaves thought summaries among a message's text, where they would be part of the answer. Here they are
 * reasoning. They need not go back: signatures do, and those are on other parts.
 */
export function withoutThoughts(message: AIMessage, servedModel: string | undefined): AIMessage {
  const blocks = Array.isArray(message.content) ? message.content : [];
  const thoughts = blocks.filter(isThought);
  const rest = blocks.filter((block) => !isThought(block));
  return new AIMessage({
    ...message.lc_kwargs,
    content: typeof message.content === "string" ? message.content : rest,
    additional_kwargs: {
      ...message.additional_kwargs,
      ...(thoughts.length > 0 && {
        reasoning_content: thoughts.map((block) => textOf((block as { text?: unknown }).text)).join(""),
      }),
    },
    response_metadata: { ...message.response_metadata, ...(servedModel !== undefined && { model_name: servedModel }) },
    usage_metadata: message.usage_metadata,
  });
}

function isThought(block: unknown): boolean {
  return isObject(block) && block.thought === true && block.type === "text";
}
