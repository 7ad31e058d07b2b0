import type { AIMessage } from "@langchain/core/messages";
import { isObject, textOf } from "../../../base/json-object.ts";

/** What models are trained to think between. */
const OPENED = /^\s*<(think|thinking|thought|reasoning)>/i;

type Content = AIMessage["content"];

/**
 * Deviation, in any protocol: a server that does not know its model's form of thinking sends the thoughts as text, in front of the
 * answer (vLLM without a parser of reasoning, llama.cpp with `--reasoning-format none`). Where the model's template opens them
 * itself the text holds their end alone. What does not end is thought to the last: the limit came before the answer.
 */
export function takeThoughts(content: Content): { content: Content; thoughts: string } {
  if (typeof content === "string") {
    const { text, thoughts } = split(content);
    return { content: text, thoughts };
  }
  const first = content.find((block) => isObject(block) && block.type === "text");
  const { text, thoughts } = split(textOf(first?.text));
  const answer = content.flatMap((block) => (block === first ? (text === "" ? [] : [{ ...block, text }]) : [block]));
  return { content: answer as Content, thoughts };
}

function split(text: string): { text: string; thoughts: string } {
  const [opening = "", name = "think"] = OPENED.exec(text) ?? [];
  const closing = `</${name.toLowerCase()}>`;
  const end = text.toLowerCase().indexOf(closing, opening.length);
  const thoughts = end < 0 ? text.slice(opening.length) : text.slice(opening.length, end);
  // Text that tells of a thought further down is an answer.
  if (opening === "" && (end < 0 || thoughts.toLowerCase().includes("<think>"))) return { text, thoughts: "" };
  return { text: end < 0 ? "" : text.slice(end + closing.length).trimStart(), thoughts };
}
