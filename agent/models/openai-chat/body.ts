import type { JsonObject } from "../../../base/json-object.ts";

/** A chat completion with one choice, by members that deviate; the rest is passed on as it came. */
export interface ChatBody extends JsonObject {
  choices: [ChatChoice];
  usage?: unknown;
}

interface ChatChoice extends JsonObject {
  finish_reason?: unknown;
  message: ChatMessage;
}

export interface ChatMessage extends JsonObject {
  content?: unknown;
  reasoning_content?: unknown;
  refusal?: unknown;
  tool_calls?: unknown;
}

/** The same body with another message. */
export function withMessage(body: ChatBody, message: Partial<ChatMessage>): ChatBody {
  const [choice] = body.choices;
  return { ...body, choices: [{ ...choice, message: { ...choice.message, ...message } }] };
}

/** The same body with another finish reason. */
export function withFinish(body: ChatBody, finishReason: string): ChatBody {
  return { ...body, choices: [{ ...body.choices[0], finish_reason: finishReason }] };
}
