import { isObject, type JsonObject, objectsOf, parseObject, textOf } from "../../../db/base/json-object.ts";
import { UNPARSED_ARGUMENTS } from "../unparsed-arguments.ts";
import { type ChatBody, withMessage } from "./body.ts";

/**
 * Deviations of calls: none as `[]` or null (vLLM, Snowflake), no `type` (Mistral), no id, arguments as an object. Here
 * every call has an id and an object of arguments. Empty text means no arguments, unless the answer was cut there. What is
 * no object is kept as sent, in an object: the agent answers it with an error. (The client would set it apart, with a
 * warning on the console.)
 */
export function completeToolCalls(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const calls = objectsOf(message.tool_calls);
  if (calls.length === 0) return withMessage(body, { tool_calls: undefined });
  const wasCut = finish_reason === "length";
  return withMessage(body, { tool_calls: calls.map((call, index) => completed(call, { index, wasCut })) });
}

function completed(call: JsonObject, { index, wasCut }: { index: number; wasCut: boolean }): JsonObject {
  const called = isObject(call.function) ? call.function : {};
  return {
    ...call,
    id: typeof call.id === "string" && call.id !== "" ? call.id : `call_${index}`,
    type: "function",
    function: { ...called, name: String(called.name ?? ""), arguments: argumentText(called.arguments, wasCut) },
  };
}

function argumentText(value: unknown, wasCut: boolean): string {
  if (isObject(value)) return JSON.stringify(value);
  const text = textOf(value);
  if (text.trim() === "" && !wasCut) return "{}";
  return parseObject(text) ? text : JSON.stringify({ [UNPARSED_ARGUMENTS]: text });
}
