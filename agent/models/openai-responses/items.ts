import { type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { readArguments } from "../transport/arguments.ts";

/** An item of an answer as the protocol's book has it. */
export function completeItem(item: JsonObject, { at, wasCut }: { at: number; wasCut: boolean }): JsonObject {
  if (item.type === "message") return { ...item, content: textParts(item).flatMap(asText) };
  if (item.type === "reasoning") return { ...item, summary: objectsOf(item.summary) };
  const { input: _, ...call } = item;
  const given = readArguments(item.arguments ?? item.input, { wasCut });
  const callId = textOf(item.call_id) || textOf(item.id) || `call_${at}`;
  return {
    ...call,
    type: "function_call",
    call_id: callId,
    name: textOf(item.name),
    arguments: JSON.stringify(given),
  };
}

/** Parts of a message's content, which is text on some servers. */
export function textParts({ content }: JsonObject): JsonObject[] {
  return typeof content === "string" ? [{ type: "output_text", text: content }] : objectsOf(content);
}

/** Parts that are no text are not handed on. */
function asText(part: JsonObject): JsonObject[] {
  if (part.type === "refusal") return [{ type: "output_text", text: textOf(part.refusal), annotations: [] }];
  if (part.type !== "output_text" && part.type !== "text") return [];
  return [{ ...part, type: "output_text", text: textOf(part.text), annotations: objectsOf(part.annotations) }];
}
