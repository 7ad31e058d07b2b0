import { isObject, type JsonObject, parseObject, textOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import { dataOf, type StreamEvent } from "../transport/dialect.ts";
import { UNPARSED_ARGUMENTS } from "../unparsed-arguments.ts";

/**
 * A message out of its events. Usage comes in two of them, the later one cumulative; arguments come as fragments of JSON
 * whose first may be empty.
 * @throws ProviderFault `stream_cut` without `message_stop`
 */
export function assembleMessage(events: readonly StreamEvent[]): JsonObject {
  let message: JsonObject = {};
  const blocks = new Map<number, Block>();
  let ended = false;
  for (const data of dataOf(events)) {
    if (data.type === "error") return { error: data.error ?? data };
    if (data.type === "message_start" && isObject(data.message)) message = data.message;
    else if (data.type === "message_delta") message = withDelta(message, data);
    else if (data.type === "message_stop") ended = true;
    else addToBlock(blocks, data);
  }
  if (!ended) throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return { ...message, content: [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finished(block)) };
}

interface Block {
  block: JsonObject;
  inputText: string;
}

function withDelta(message: JsonObject, { delta, usage }: JsonObject): JsonObject {
  const before = isObject(message.usage) ? message.usage : {};
  const merged = isObject(usage) ? { ...before, ...known(usage) } : before;
  return { ...message, ...(isObject(delta) && delta), usage: merged };
}

/** Some servers repeat the first event's counts as null. */
function known(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function addToBlock(blocks: Map<number, Block>, { type, index, content_block, delta }: JsonObject): void {
  if (typeof index !== "number") return;
  if (type === "content_block_start" && isObject(content_block))
    blocks.set(index, { block: content_block, inputText: "" });
  const current = blocks.get(index);
  if (type !== "content_block_delta" || !current || !isObject(delta)) return;
  current.inputText += textOf(delta.partial_json);
  for (const name of ["text", "thinking", "signature"] as const)
    if (typeof delta[name] === "string")
      current.block = { ...current.block, [name]: textOf(current.block[name]) + delta[name] };
}

/** Arguments that the token limit cut are kept as text, in an object since the protocol knows no other: the agent answers them with an error. */
function finished({ block, inputText }: Block): JsonObject {
  return inputText === "" ? block : { ...block, input: parseObject(inputText) ?? { [UNPARSED_ARGUMENTS]: inputText } };
}
