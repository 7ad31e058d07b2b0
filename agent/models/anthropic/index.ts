import { isCount, isObject, type JsonObject, objectsOf, textOf } from "../../../db/base/json-object.ts";
import type { Dialect } from "../transport/dialect.ts";
import { UNPARSED_ARGUMENTS } from "../unparsed-arguments.ts";
import { assembleMessage } from "./stream.ts";

/** Anthropic's `POST /messages`. */
export const anthropicMessages: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  assemble: assembleMessage,
  normalize: completeMessage,
};

/**
 * Deviations: content is missing on a refusal, where the client needs a list; arguments that are no object, on servers
 * other than Anthropic's own; usage that cannot be, which is taken away and then estimated.
 */
function completeMessage(body: JsonObject): JsonObject {
  return { ...body, content: objectsOf(body.content).map(withArguments), usage: possibleUsage(body.usage) };
}

function withArguments(block: JsonObject): JsonObject {
  if (block.type !== "tool_use" || isObject(block.input)) return block;
  return { ...block, input: { [UNPARSED_ARGUMENTS]: textOf(block.input) } };
}

function possibleUsage(usage: unknown): JsonObject | undefined {
  return isObject(usage) && isCount(usage.input_tokens) && isCount(usage.output_tokens) ? usage : undefined;
}
