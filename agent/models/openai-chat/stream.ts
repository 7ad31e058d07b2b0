import { isObject, type JsonObject, objectsOf, textOf } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import { dataOf, isDone, type StreamEvent } from "../transport/dialect.ts";
import { splitContent } from "./content-parts.ts";
import { addFragment, type ToolCallParts } from "./tool-call-fragments.ts";

interface Collected {
  head: JsonObject;
  text: string;
  reasoning: string;
  /** How reasoning came: it has to go back in the same form. */
  reasoningForm: "reasoning_content" | "reasoning" | "parts";
  refusal: string;
  calls: ToolCallParts[];
  finishReason: string | null;
  usage: unknown;
}

/**
 * A chat completion out of its chunks: the first choice alone, since one is all that is asked for. The first chunk may
 * have no choice (Azure), usage comes with the last choice or after it, the finish reason once, twice or never.
 * @throws ProviderFault `stream_cut` when neither a finish reason nor the end mark came
 */
export function assembleChat(events: readonly StreamEvent[]): JsonObject {
  const collected = newCollected();
  for (const chunk of dataOf(events)) {
    if (chunk.error) return { error: chunk.error };
    addHead(collected, chunk);
    const choice = objectsOf(chunk.choices).find(({ index = 0 }) => index === 0);
    if (choice) addChoice(collected, choice);
  }
  if (collected.finishReason === null && !events.some(isDone))
    throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  return bodyOf(collected);
}

function newCollected(): Collected {
  const texts = { text: "", reasoning: "", reasoningForm: "reasoning_content", refusal: "" } as const;
  return { ...texts, head: {}, calls: [], finishReason: null, usage: null };
}

function addHead(collected: Collected, { id, model, created, system_fingerprint, usage }: JsonObject): void {
  for (const [name, value] of Object.entries({ id, model, created, system_fingerprint }))
    if (value) collected.head[name] = value;
  if (isObject(usage)) collected.usage = usage;
}

function addChoice(collected: Collected, { delta, finish_reason }: JsonObject): void {
  if (typeof finish_reason === "string" && finish_reason !== "") collected.finishReason = finish_reason;
  if (!isObject(delta)) return;
  const { text, reasoning } = splitContent(delta.content);
  collected.text += text;
  addReasoning(collected, { reasoning_content: delta.reasoning_content, reasoning: delta.reasoning, parts: reasoning });
  collected.refusal += textOf(delta.refusal);
  for (const fragment of objectsOf(delta.tool_calls)) addFragment(collected.calls, fragment);
}

/** Some send both names with the same text: the first counts. */
function addReasoning(collected: Collected, forms: Record<Collected["reasoningForm"], unknown>): void {
  for (const form of ["reasoning_content", "reasoning", "parts"] as const) {
    const text = textOf(forms[form]);
    if (text === "") continue;
    collected.reasoningForm = form;
    collected.reasoning += text;
    return;
  }
}

function bodyOf(collected: Collected): JsonObject {
  const { head, refusal, calls, finishReason, usage } = collected;
  const message = {
    role: "assistant",
    ...thoughtAndContent(collected),
    ...(refusal !== "" && { refusal }),
    tool_calls: calls.map(({ id, name, text: argumentText }) => ({ id, function: { name, arguments: argumentText } })),
  };
  return { ...head, object: "chat.completion", choices: [{ index: 0, finish_reason: finishReason, message }], usage };
}

function thoughtAndContent({ text, reasoning, reasoningForm }: Collected): JsonObject {
  if (reasoning === "") return { content: text };
  if (reasoningForm !== "parts") return { content: text, [reasoningForm]: reasoning };
  const thinking = { type: "thinking", thinking: [{ type: "text", text: reasoning }] };
  return { content: [thinking, ...(text === "" ? [] : [{ type: "text", text }])] };
}
