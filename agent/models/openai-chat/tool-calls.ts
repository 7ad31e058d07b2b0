import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { readArguments } from "../transport/arguments.ts";
import { type ChatBody, withMessage } from "./body.ts";

/**
 * Deviations of calls: none as `[]` or null (vLLM, Snowflake), no `type` (Mistral), no id, arguments as an object, one call as
 * the `function_call` that came before `tool_calls`, calls of custom tools, whose input is free text. Here every call has an
 * id, a name and an object of arguments. (The client would set broken ones apart, with a warning on the console.)
 */
export function completeToolCalls(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const listed = objectsOf(isObject(message.tool_calls) ? [message.tool_calls] : message.tool_calls);
  const legacy = isObject(message.function_call) ? [{ function: message.function_call }] : [];
  const calls = listed.length > 0 ? listed : legacy;
  const wasCut = finish_reason === "length";
  const completed = calls.map((call, index) => completeCall(call, { index, wasCut }));
  return withMessage(body, { tool_calls: calls.length > 0 ? completed : undefined, function_call: undefined });
}

function completeCall(call: JsonObject, { index, wasCut }: { index: number; wasCut: boolean }): JsonObject {
  const { name, given } = calledBy(call);
  return {
    id: textOf(call.id) || `call_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(readArguments(given, { wasCut })) },
    ...(call.extra_content !== undefined && { extra_content: call.extra_content }),
  };
}

/** Name and arguments, of a function or of a custom tool, in a member or in the call itself. */
export function calledBy(call: JsonObject): { name: string; given: unknown } {
  const called = [call.function, call.custom].find(isObject) ?? call;
  return { name: textOf(called.name), given: called.arguments ?? called.input ?? called.parameters };
}
