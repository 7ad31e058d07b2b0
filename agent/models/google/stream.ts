import { isObject, type JsonObject, objectsOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import { dataOf, type StreamEvent } from "../transport/dialect.ts";

/**
 * One candidate out of a stream's: parts in order, neighbours of plain text joined, everything else as the last chunk has it.
 * @throws ProviderFault `stream_cut` when no chunk has a finish reason
 */
export function assembleCandidate(events: readonly StreamEvent[]): JsonObject {
  let body: JsonObject = {};
  let candidate: JsonObject = {};
  const parts: JsonObject[] = [];
  for (const chunk of dataOf(events)) {
    if (chunk.error) return { error: chunk.error };
    body = { ...body, ...chunk };
    const next = objectsOf(chunk.candidates)[0] ?? {};
    candidate = { ...candidate, ...next };
    for (const part of partsOf(next)) addPart(parts, part);
  }
  const blocked = isObject(body.promptFeedback);
  if (candidate.finishReason === undefined && !blocked)
    throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return blocked ? body : { ...body, candidates: [{ ...candidate, content: { role: "model", parts } }] };
}

function partsOf({ content }: JsonObject): JsonObject[] {
  return isObject(content) ? objectsOf(content.parts) : [];
}

/** A part with a signature stays as it is: the signature is of that part. */
function addPart(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1);
  const joins =
    isPlain(part) && last !== undefined && isPlain(last) && (last.thought ?? false) === (part.thought ?? false);
  if (joins) parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` };
  else parts.push(part);
}

function isPlain(part: JsonObject): boolean {
  return typeof part.text === "string" && part.thoughtSignature === undefined;
}
