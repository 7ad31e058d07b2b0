import { textOf } from "../../../base/json-object.ts";
import { type ChatBody, withMessage } from "./body.ts";

/** What models are trained to think between. */
const OPENED = /^\s*<(think|thinking|thought|reasoning)>/i;

/**
 * Deviation: a server that does not know its model's form of thinking sends the thoughts as text, in front of the answer (vLLM without
 * a parser of reasoning, llama.cpp with `--reasoning-format none`). Where the model's template opens them itself the text holds
 * their end alone. What does not end is thought to the last: the limit came before the answer.
 */
export function takeThoughts(body: ChatBody): ChatBody {
  const { message } = body.choices[0];
  const content = textOf(message.content);
  const [opening = "", name = "think"] = OPENED.exec(content) ?? [];
  const closing = `</${name}>`;
  const end = content.toLowerCase().indexOf(closing.toLowerCase(), opening.length);
  const thoughts = end < 0 ? content.slice(opening.length) : content.slice(opening.length, end);
  // Text that tells of a thought further down is an answer.
  if (opening === "" && (end < 0 || thoughts.toLowerCase().includes("<think>"))) return body;
  return withMessage(body, {
    content: end < 0 ? "" : content.slice(end + closing.length).trimStart(),
    reasoning_content: textOf(message.reasoning_content) + thoughts,
  });
}
