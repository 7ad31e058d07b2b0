import { isObject, type JsonObject, objectsOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import { type Dialect, dataOf, type StreamEvent } from "../transport/dialect.ts";

/** OpenAI's `POST /responses`. Its streams end in one event that holds the whole answer. */
export const openAiResponses: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  assemble: assembleResponse,
  normalize: showRefusals,
};

const ENDS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** @throws ProviderFault `stream_cut` when none of the three ends came */
function assembleResponse(events: readonly StreamEvent[]): JsonObject {
  const all = dataOf(events);
  const error = all.find((event) => event.type === "error");
  if (error) return { error: isObject(error.error) ? error.error : error };
  const end = all.findLast((event) => ENDS.has(String(event.type)));
  if (!isObject(end?.response))
    throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return end.response;
}

/**
 * Deviation: a refusal is a part of a completed answer, and the client keeps no text of it. Here it is text, and the
 * answer is incomplete for the reason `refusal`. `annotations` is missing on servers other than OpenAI's own; the client fails there.
 */
function showRefusals(body: JsonObject): JsonObject {
  if (!Array.isArray(body.output)) throw new ProviderFault("no_answer", "the answer has no output");
  const output = objectsOf(body.output);
  const refused = output.some((item) => objectsOf(item.content).some(({ type }) => type === "refusal"));
  return {
    ...body,
    output: output.map((item) =>
      item.type === "message" ? { ...item, content: objectsOf(item.content).map(asText) } : item,
    ),
    ...(refused && { status: "incomplete", incomplete_details: { reason: "refusal" } }),
  };
}

function asText(part: JsonObject): JsonObject {
  if (part.type === "refusal") return { type: "output_text", text: part.refusal, annotations: [] };
  return part.type === "output_text" ? { annotations: [], ...part } : part;
}
