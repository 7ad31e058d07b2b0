import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { dataOf, errorIn, type StreamEvent } from "../transport/dialect.ts";

const ENDS = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "response.cancelled",
  "response.done",
]);

/**
 * A response out of its events. The last holds the whole; on some servers without the items, which are then those that were
 * told when each was done, or else what their fragments make.
 * @throws ProviderFault `stream_cut` when none of the ends came
 */
export function assembleResponse(events: readonly StreamEvent[]): JsonObject {
  const all = dataOf(events);
  const error = all.find((data) => errorIn(data) !== null && !ENDS.has(String(data.type)));
  if (error) return error;
  const end = all.findLast((event) => ENDS.has(String(event.type)));
  const whole = isObject(end?.response) ? end.response : all.find(({ object }) => object === "response");
  if (!whole) throw new ProviderFault("stream_cut", `the stream ended without an end after ${events.length} events`);
  if (objectsOf(whole.output).length > 0 || end === undefined) return whole;
  const items = itemsDone(all);
  return { ...whole, output: items.length > 0 ? items : itemsInPieces(all) };
}

function itemsDone(all: readonly JsonObject[]): JsonObject[] {
  const done = all.filter(({ type, item }) => type === "response.output_item.done" && isObject(item));
  return done.sort(byPlace).map(({ item }) => item as JsonObject);
}

function byPlace(a: JsonObject, b: JsonObject): number {
  return Number(a.output_index ?? 0) - Number(b.output_index ?? 0);
}

/** Items as they began, with the text and the arguments that came for their place. */
function itemsInPieces(all: readonly JsonObject[]): JsonObject[] {
  const added = all.filter(({ type, item }) => type === "response.output_item.added" && isObject(item)).sort(byPlace);
  const places = added.length > 0 ? added : [{ output_index: undefined, item: { type: "message", role: "assistant" } }];
  return places.map(({ output_index: place, item }) => {
    const own = all.filter((event) => place === undefined || event.output_index === place);
    const content = [
      { type: "output_text", text: joined(own, "response.output_text.delta") },
      { type: "refusal", refusal: joined(own, "response.refusal.delta") },
    ].filter((part) => textOf(part.text ?? part.refusal) !== "");
    const given =
      joined(own, "response.function_call_arguments.delta") || joined(own, "response.custom_tool_call_input.delta");
    return {
      ...(item as JsonObject),
      ...(content.length > 0 && { content }),
      ...(given !== "" && { arguments: given }),
    };
  });
}

function joined(events: readonly JsonObject[], type: string): string {
  return events.map((event) => (event.type === type ? textOf(event.delta) : "")).join("");
}
