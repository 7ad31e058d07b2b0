import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import type { Dialect, PlainAnswer } from "../transport/dialect.ts";
import { distinct, extra, names, unknownMembers } from "../transport/extras.ts";
import { type ChatBody, withFinish, withMessage } from "./body.ts";
import { joinContentParts, TEXT_PARTS, THINKING_PARTS } from "./content-parts.ts";
import { failedFinish, inferFinishReason } from "./finish-reason.ts";
import { nameReasoning, REASONING_MEMBERS } from "./reasoning.ts";
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

/**
 * Deviation: a refusal stands in a member of its own, mostly beside empty content, and the finish reason is `stop`. The
 * client drops it. Here it is the answer, as a reader would see it, and the finish reason says what it is.
 */
function showRefusal(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const refusal = textOf(message.refusal);
  if (refusal === "") return body;
  const text = textOf(message.content);
  const shown = text.includes(refusal)
    ? body
    : withMessage(body, { content: text === "" ? refusal : `${text}\n${refusal}` });
  return finish_reason === "content_filter" ? shown : withFinish(shown, "refusal");
}

const BODY = names("id object created model system_fingerprint choices usage service_tier x_groq error base_resp");
const CHOICE = names(
  "index message delta finish_reason native_finish_reason stop_reason text usage token_id token_ids",
);
const MESSAGE = new Set([...names("role content refusal tool_calls function_call name id type"), ...REASONING_MEMBERS]);

/** What of a chat answer, as it came, nobody here reads: other choices, parts that are no text, citations, images, logprobs, a server's own tools and members. */
function chatExtras(body: JsonObject): string[] {
  const choices = objectsOf(body.choices);
  const [choice = {}] = choices;
  const message = isObject(choice.message) ? choice.message : isObject(choice.delta) ? choice.delta : {};
  const parts = objectsOf(message.content).filter(
    ({ type }) => !TEXT_PARTS.has(type) && !THINKING_PARTS.has(type) && type !== "refusal",
  );
  return distinct([
    ...(choices.length > 1 ? [extra("choices", "more_than_one")] : []),
    ...parts.map(({ type }) => extra("part", type)),
    ...unknownMembers("message", message, MESSAGE),
    ...unknownMembers("choice", choice, CHOICE),
    ...unknownMembers("body", body, BODY),
  ]);
}
