import { isObject, type JsonObject, objectsOf, parseObject, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { dataOf, errorIn, type StreamEvent } from "../transport/dialect.ts";
import { mergeCounts } from "../transport/token-counts.ts";

/**
 * A message out of its events. Usage comes in two of them, the later one cumulative; arguments come as fragments of JSON
 * whose first may be empty.
 * @throws ProviderFault `stream_cut` without `message_stop` and without a stop reason
 */
export function assembleMessage(events: readonly StreamEvent[]): JsonObject {
  let message: JsonObject = {};
  const blocks = new Map<number, Block>();
  let ended = false;
  for (const data of dataOf(events)) {
    const error = errorIn(data);
    if (error) return error;
    if (data.type === "message") return data;
    if (data.type === "message_start" && isObject(data.message)) message = data.message;
    else if (data.type === "message_delta") message = withDelta(message, data);
    else if (data.type !== "message_stop") addToBlock(blocks, data);
    ended ||= data.type === "message_stop" || textOf(message.stop_reason) !== "";
  }
  if (!ended) throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finished(block));
  return { ...message, content: content.length > 0 ? content : message.content };
}

interface Block {
  block: JsonObject;
  inputText: string;
}

function withDelta(message: JsonObject, { delta, usage, ...members }: JsonObject): JsonObject {
  const { type: _, ...others } = members;
  return { ...message, ...others, ...(isObject(delta) && delta), usage: mergeCounts(message.usage, usage) };
}

/** A block that no event began is begun by its first fragment; one without an index is the last. */
function addToBlock(blocks: Map<number, Block>, { type, index, content_block, delta }: JsonObject): void {
  const starts = type === "content_block_start" && isObject(content_block);
  const at = typeof index === "number" ? index : starts ? blocks.size : blocks.size - 1;
  if (starts) blocks.set(at, { block: content_block, inputText: "" });
  if (type !== "content_block_delta" || !isObject(delta)) return;
  const current = blocks.get(at) ?? { block: { type: TYPE_BY_DELTA[String(delta.type)] ?? delta.type }, inputText: "" };
  blocks.set(at, current);
  addDelta(current, delta);
}

const TYPE_BY_DELTA: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "thinking",
  input_json_delta: "tool_use",
};

const TEXTS = ["text", "thinking", "signature", "data"] as const;

function addDelta(current: Block, delta: JsonObject): void {
  const { partial_json } = delta;
  current.inputText += isObject(partial_json) ? JSON.stringify(partial_json) : textOf(partial_json);
  for (const name of TEXTS)
    if (typeof delta[name] === "string")
      current.block = { ...current.block, [name]: textOf(current.block[name]) + delta[name] };
  if (delta.citation !== undefined)
    current.block = { ...current.block, citations: [...objectsOf(current.block.citations), delta.citation] };
}

/** Arguments that the token limit cut are kept as text. */
function finished({ block, inputText }: Block): JsonObject {
  return inputText === "" ? block : { ...block, input: parseObject(inputText) ?? inputText };
}
