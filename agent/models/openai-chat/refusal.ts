import { textOf } from "../../../base/json-object.ts";
import { type ChatBody, withFinish, withMessage } from "./body.ts";

/**
 * Deviation: a refusal stands in a member of its own, mostly beside empty content, and the finish reason is `stop`. The
 * client drops it. Here it is the answer, as a reader would see it, and the finish reason says what it is.
 */
export function showRefusal(body: ChatBody): ChatBody {
  const { finish_reason, message } = body.choices[0];
  const refusal = textOf(message.refusal);
  if (refusal === "") return body;
  const text = textOf(message.content);
  const shown = text.includes(refusal)
    ? body
    : withMessage(body, { content: text === "" ? refusal : `${text}\n${refusal}` });
  return finish_reason === "content_filter" ? shown : withFinish(shown, "refusal");
}
