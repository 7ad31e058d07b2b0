import type { UsageMetadata } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { readArguments } from "../transport/arguments.ts";
import type { Dialect, PlainAnswer } from "../transport/dialect.ts";
import { distinct, extra, names, unknownMembers } from "../transport/extras.ts";
import { refuseScalar } from "../transport/refuse-scalar.ts";
import { countOf, usageOf } from "../transport/token-counts.ts";
import { assembleMessage } from "./stream.ts";

/** Anthropic's `POST /messages`. */
export const anthropicMessages: Dialect = {
  streamed: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  assemble: assembleMessage,
  failure: () => null,
  normalize: completeMessage,
  details: (body) => ({ usage: messageUsage(body), extras: messageExtras(body) }),
  make: makeMessage,
};

/** Blocks that are handed on. Those of a server's own tools go back to it with none of them declared, which it refuses. */
const BLOCKS = names("text thinking redacted_thinking tool_use");
const BLOCK_MEMBERS = names("type text thinking signature data id name input cache_control caller");
const BODY = names("id type role model content stop_reason stop_sequence stop_details usage error");

/**
 * Deviations: content is missing on a refusal, or is text, where the client needs a list; arguments that are no object, on
 * servers other than Anthropic's own; a call without an id. Usage goes round the client, which takes absent counts for 0.
 */
function completeMessage(body: JsonObject): JsonObject {
  if (!("content" in body) && textOf(body.stop_reason) === "")
    throw new ProviderFault("no_answer", "the answer holds no content");
  refuseScalar(body.content);
  const wasCut = body.stop_reason === "max_tokens";
  const blocks = blocksOf(body).filter(({ type }) => BLOCKS.has(String(type)));
  const content = blocks.map((block, at) => completeBlock(block, { at, wasCut })).filter(isFilled);
  return { ...body, usage: undefined, content: content.length > 0 ? content : explanation(body) };
}

function blocksOf({ content }: JsonObject): JsonObject[] {
  const listed =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : objectsOf(isObject(content) ? [content] : content);
  return listed.map((block) => ({ type: "text" in block ? "text" : undefined, ...block }));
}

function completeBlock(block: JsonObject, { at, wasCut }: { at: number; wasCut: boolean }): JsonObject {
  if (block.type === "text") return { type: "text", text: textOf(block.text) };
  if (block.type !== "tool_use") return block;
  const id = textOf(block.id) || `toolu_${at}`;
  return { ...block, id, name: textOf(block.name), input: readArguments(block.input, { wasCut }) };
}

/** The protocol takes no empty text back. */
function isFilled({ type, text }: JsonObject): boolean {
  return type !== "text" || text !== "";
}

/** Why an answer without content was refused, in the server's words. */
function explanation({ stop_details }: JsonObject): JsonObject[] {
  const text = isObject(stop_details) ? textOf(stop_details.explanation) : "";
  return text === "" ? [] : [{ type: "text", text }];
}

/** Input is told in three parts, each of them 0 or absent: read from the cache, written to it, and the rest. */
function messageUsage({ usage }: JsonObject): UsageMetadata | null {
  const reported = isObject(usage) ? usage : {};
  const cached = countOf(reported.cache_read_input_tokens);
  const cacheWrite = countOf(reported.cache_creation_input_tokens);
  const plain = countOf(reported.input_tokens);
  const details = isObject(reported.output_tokens_details) ? reported.output_tokens_details : {};
  const reasoning = countOf(details.thinking_tokens, details.reasoning_tokens);
  const input = plain === null ? null : plain + (cached ?? 0) + (cacheWrite ?? 0);
  return usageOf({ input, output: countOf(reported.output_tokens), cached, cacheWrite, reasoning });
}

function messageExtras(body: JsonObject): string[] {
  const blocks = blocksOf(body);
  const foreign = blocks.filter(({ type }) => !BLOCKS.has(String(type)));
  return distinct([
    ...foreign.map(({ type }) => extra("block", type)),
    ...blocks
      .filter((block) => !foreign.includes(block))
      .flatMap((block) => unknownMembers("block", block, BLOCK_MEMBERS)),
    ...unknownMembers("body", body, BODY),
  ]);
}

function makeMessage({ text, calls, finish }: PlainAnswer): JsonObject {
  const uses = calls.map(({ name, arguments: input }) => ({ type: "tool_use", name, input }));
  const content = [...(text === "" ? [] : [{ type: "text", text }]), ...uses];
  return { type: "message", role: "assistant", content, stop_reason: finish };
}
