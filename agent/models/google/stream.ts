import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { dataOf, errorIn, type StreamEvent } from "../transport/dialect.ts";
import { mergeCounts } from "../transport/token-counts.ts";
import { partsOf } from "./parts.ts";

/**
 * One candidate out of a stream's: parts in order, neighbours of plain text joined, everything else as the last chunk has it.
 * @throws ProviderFault `stream_cut` when no chunk has a finish reason and the prompt was not blocked
 */
export function assembleCandidate(events: readonly StreamEvent[]): JsonObject {
  let body: JsonObject = {};
  let candidate: JsonObject = {};
  const parts: JsonObject[] = [];
  for (const chunk of dataOf(events)) {
    const error = errorIn(chunk);
    if (error) return error;
    const usageMetadata = mergeCounts(body.usageMetadata, chunk.usageMetadata);
    body = { ...body, ...chunk, ...(usageMetadata && { usageMetadata }) };
    const all = objectsOf(chunk.candidates);
    const next = all.find(({ index }) => Number(index ?? 0) === 0) ?? {};
    candidate = { ...candidate, ...next, ...(all.length > 1 && { otherCandidates: true }) };
    for (const part of partsOf(next)) addPart(parts, part);
  }
  const { promptFeedback: feedback } = body;
  const blocked = isObject(feedback) && feedback.blockReason !== undefined;
  if (candidate.finishReason === undefined && !blocked)
    throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return { ...body, candidates: [{ ...candidate, content: { role: "model", parts } }] };
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
