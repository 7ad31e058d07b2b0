import { objectsOf } from "../../../db/base/json-object.ts";
import { type ChatBody, withFinish } from "./body.ts";

/**
 * Deviation: no finish reason is ever sent (Snowflake), or `stop` stands beside calls (Gemini's and some llama.cpp
 * servers' compatible endpoints). Whether a stream ended early is not told by this: see `assembleChat`.
 */
export function inferFinishReason(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const usual = objectsOf(message.tool_calls).length > 0 ? "tool_calls" : "stop";
  if (typeof finish_reason !== "string" || finish_reason === "" || finish_reason === "stop")
    return withFinish(body, usual);
  return body;
}
