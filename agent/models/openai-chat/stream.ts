import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { dataOf, errorIn, isDone, type StreamEvent } from "../transport/dialect.ts";
import { mergeCounts } from "../transport/token-counts.ts";
import { splitContent, TEXT_PARTS, THINKING_PARTS } from "./content-parts.ts";
import { isFinish } from "./finish-reason.ts";
import { addReasoning, type CollectedReasoning, newReasoning, reasoningMembers } from "./stream-reasoning.ts";
import { addFragment, type ToolCallParts } from "./tool-call-fragments.ts";
import { usageIn } from "./usage.ts";

interface Collected {
  /** Members of chunks, choices and deltas that are not put together below: the last of each. */
  body: JsonObject;
  choice: JsonObject;
  message: JsonObject;
  text: string;
  refusal: string;
  reasoning: CollectedReasoning;
  /** Parts of content that are neither text nor thinking. */
  parts: JsonObject[];
  calls: ToolCallParts[];
  finishReason: string | null;
  usage: JsonObject | undefined;
}

/**
 * A chat completion out of its chunks: the first choice alone, since one is all that is asked for. The first chunk may
 * have no choice (Azure), usage comes with the last choice or after it, the finish reason once, twice or never.
 * @throws ProviderFault `stream_cut` when neither a finish reason nor the end mark came
 */
export function assembleChat(events: readonly StreamEvent[]): JsonObject {
  const collected = newCollected();
  for (const chunk of dataOf(events)) {
    const error = errorIn(chunk);
    if (error) return error;
    const whole = wholeMessage(chunk);
    if (whole) return chunk;
    addChunk(collected, chunk);
  }
  if (collected.finishReason === null && !events.some(isDone))
    throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return bodyOf(collected);
}

function newCollected(): Collected {
  const members = { body: {}, choice: {}, message: {} };
  return {
    ...members,
    text: "",
    refusal: "",
    reasoning: newReasoning(),
    parts: [],
    calls: [],
    finishReason: null,
    usage: undefined,
  };
}

/** An answer in one event, in the form of one that was not streamed. */
function wholeMessage({ choices }: JsonObject): boolean {
  const [choice] = objectsOf(choices);
  return isObject(choice?.message) && !isObject(choice.delta) && isFinish(choice.finish_reason);
}

function addChunk(collected: Collected, chunk: JsonObject): void {
  const { choices: _, usage: _usage, x_groq: _groq, ...members } = chunk;
  Object.assign(collected.body, held(members));
  collected.usage = mergeCounts(collected.usage, usageIn(chunk));
  const choices = objectsOf(chunk.choices);
  const choice = choices.find(({ index }) => Number(index ?? 0) === 0);
  if (choices.length > 1 || (choices.length === 1 && !choice)) collected.choice.other_choices = true;
  if (choice) addChoice(collected, choice);
}

function addChoice(collected: Collected, { delta, finish_reason, usage: _, ...members }: JsonObject): void {
  if (isFinish(finish_reason)) collected.finishReason = finish_reason;
  Object.assign(collected.choice, held(members));
  if (isObject(delta)) addDelta(collected, delta);
}

function addDelta(collected: Collected, { content, refusal, tool_calls, function_call, ...members }: JsonObject): void {
  const split = splitContent(content);
  collected.text += split.text;
  collected.refusal += textOf(refusal) + split.refusal;
  collected.parts.push(...objectsOf(content).filter(({ type }) => !isRead(type)));
  addReasoning(collected.reasoning, members, split.reasoning);
  Object.assign(collected.message, held(members));
  const legacy = isObject(function_call) ? [{ index: 0, function: function_call }] : [];
  for (const fragment of [...objectsOf(isObject(tool_calls) ? [tool_calls] : tool_calls), ...legacy])
    addFragment(collected.calls, fragment);
}

function isRead(type: unknown): boolean {
  return TEXT_PARTS.has(type) || THINKING_PARTS.has(type) || type === "refusal";
}

function held(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ""));
}

function bodyOf(collected: Collected): JsonObject {
  const { body, choice, refusal, calls, finishReason, usage } = collected;
  const message = {
    ...collected.message,
    role: "assistant",
    ...contentOf(collected),
    ...(refusal !== "" && { refusal }),
    tool_calls: calls.map(({ id, name, text, extraContent }) => ({
      id,
      function: { name, arguments: text },
      ...(extraContent !== undefined && { extra_content: extraContent }),
    })),
  };
  const first = { ...choice, index: 0, finish_reason: finishReason, message };
  return { ...body, object: "chat.completion", choices: [first], usage };
}

function contentOf({ text, reasoning, parts }: Collected): JsonObject {
  const thinking =
    reasoning.parts === "" ? [] : [{ type: "thinking", thinking: [{ type: "text", text: reasoning.parts }] }];
  const members = reasoningMembers(reasoning);
  if (thinking.length === 0 && parts.length === 0) return { ...members, content: text };
  return { ...members, content: [...thinking, ...(text === "" ? [] : [{ type: "text", text }]), ...parts] };
}
