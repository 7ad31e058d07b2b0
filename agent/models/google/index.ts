import { isObject, type JsonObject, objectsOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import type { Dialect } from "../transport/dialect.ts";
import { assembleCandidate } from "./stream.ts";

/** Google's `:generateContent`. Its streams have a method of their own. */
export const googleGenerate: Dialect = {
  streamed: ({ url, body }) => ({ url: url.replace(/:generateContent$/, ":streamGenerateContent?alt=sse"), body }),
  assemble: assembleCandidate,
  normalize: requireCandidate,
};

/** A prompt that was blocked has no candidate: here it is one that was blocked, with nothing in it. */
function requireCandidate(body: JsonObject): JsonObject {
  if (objectsOf(body.candidates).length > 0) return body;
  const feedback = isObject(body.promptFeedback) ? body.promptFeedback : {};
  if (feedback.blockReason === undefined) throw new ProviderFault("no_answer", "the answer holds no candidate");
  const { promptFeedback: _, ...rest } = body;
  return { ...rest, candidates: [{ index: 0, content: { role: "model" }, finishReason: feedback.blockReason }] };
}
