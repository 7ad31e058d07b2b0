import { isObject, type JsonObject, parseObject, textOf } from "../../../db/base/json-object.ts";

/**
 * Deviation: Groq checks a model's call against the tool's schema itself and answers 400 `tool_use_failed` with what the
 * model wrote. Elsewhere the same slip is a call with wrong arguments, which the agent answers with an error that the
 * model can repair from. Here it is one too, so that a model isn't failed by who serves it.
 */
export function recoverRejectedCall(status: number, body: JsonObject): JsonObject | null {
  const error = isObject(body.error) ? body.error : {};
  if (status !== 400 || error.code !== "tool_use_failed") return null;
  const call = parseObject(textOf(error.failed_generation));
  if (typeof call?.name !== "string") return null;
  const given = call.arguments ?? call.parameters;
  const toolCall = {
    function: { name: call.name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  };
  return {
    choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", tool_calls: [toolCall] } }],
  };
}
