import { isObject, type JsonObject, objectsOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import type { Dialect } from "../transport/dialect.ts";
import type { ChatBody } from "./body.ts";
import { joinContentParts } from "./content-parts.ts";
import { inferFinishReason } from "./finish-reason.ts";
import { nameReasoning } from "./reasoning.ts";
import { showRefusal } from "./refusal.ts";
import { recoverRejectedCall } from "./rejected-tool-call.ts";
import { assembleChat } from "./stream.ts";
import { completeToolCalls } from "./tool-calls.ts";
import { nameUsage } from "./usage.ts";

/** In order: later ones rely on the names that earlier ones set. */
const STEPS = [nameReasoning, joinContentParts, completeToolCalls, inferFinishReason, showRefusal, nameUsage];

/** OpenAI's `POST /chat/completions` and the many servers that speak something like it. */
export const openAiChat: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true, stream_options: { include_usage: true } } }),
  assemble: assembleChat,
  normalize: (body) => STEPS.reduce((current, step) => step(current), firstChoice(body)),
  recover: recoverRejectedCall,
};

function firstChoice(body: JsonObject): ChatBody {
  const [choice] = objectsOf(body.choices);
  if (!choice || !isObject(choice.message)) throw new ProviderFault("no_answer", "the answer holds no choice");
  // The client takes a message of any other role for no answer of a model.
  return { ...body, choices: [{ ...choice, message: { ...choice.message, role: "assistant" } }] };
}
