import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import type { Dialect, PlainAnswer } from "../transport/dialect.ts";
import type { ChatBody } from "./body.ts";
import { joinContentParts } from "./content-parts.ts";
import { chatExtras } from "./extras.ts";
import { failedFinish, inferFinishReason } from "./finish-reason.ts";
import { nameReasoning } from "./reasoning.ts";
import { showRefusal } from "./refusal.ts";
import { assembleChat } from "./stream.ts";
import { completeToolCalls } from "./tool-calls.ts";
import { chatUsage } from "./usage.ts";

/** In order: later ones rely on the names that earlier ones set. */
const STEPS = [nameReasoning, joinContentParts, completeToolCalls, inferFinishReason, showRefusal];

/** OpenAI's `POST /chat/completions` and the many servers that speak something like it. */
export const openAiChat: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true, stream_options: { include_usage: true } } }),
  assemble: assembleChat,
  failure: (body) => failedFinish(firstOf(body), body.error),
  normalize: (body) => STEPS.reduce((current, step) => step(current), firstChoice(body)),
  details: (body) => ({ usage: chatUsage(body), extras: chatExtras(body) }),
  make: makeChat,
};

/** The client reads usage by rules of its own, and takes a message of any other role for no answer of a model. */
function firstChoice(body: JsonObject): ChatBody {
  const choice = firstOf(body);
  const message = choice?.message ?? choice?.delta ?? (choice && "text" in choice ? { content: choice.text } : null);
  if (!choice || !isObject(message)) throw new ProviderFault("no_answer", "the answer holds no choice");
  const { images: _images, audio, ...known } = message;
  const assistant = { ...withTranscript(known, audio), role: "assistant" };
  return { ...body, usage: undefined, choices: [{ ...choice, message: assistant }] };
}

/** The answer that has the index 0, or the first where none has: no more than one is asked for. */
function firstOf(body: JsonObject): JsonObject | undefined {
  const choices = objectsOf(body.choices);
  return choices.find(({ index }) => Number(index ?? 0) === 0) ?? choices[0];
}

/** Speech has its words beside it, where content is null. */
function withTranscript(message: JsonObject, audio: unknown): JsonObject {
  const words = isObject(audio) ? audio.transcript : undefined;
  return message.content || typeof words !== "string" ? message : { ...message, content: words };
}

function makeChat({ text, calls, finish }: PlainAnswer): JsonObject {
  const toolCalls = calls.map(({ name, arguments: given }) => ({ function: { name, arguments: given } }));
  const message = { role: "assistant", content: text, tool_calls: toolCalls };
  return { choices: [{ index: 0, finish_reason: finish, message }] };
}
