import type { AIMessage } from "@langchain/core/messages";
import { isObject, textOf } from "../../../base/json-object.ts";

/** What models are trained to think between. */
const OPENED = /^\s*<(think|thinking|thought|reasoning)>/i;

const BARE_END = /^[ \t]*<\/think>[ \t]*$/im;

type Content = AIMessage["content"];

/**
 * Deviation, in any protocol: a server that does not know its model's form of thinking sends the thoughts as text, in front of the
 * answer (vLLM without a parser of reasoning, llama.cpp with `--reasoning-format none`). Where the model's template opens them
 * itself the text holds their end alone, on a line of its own: elsewhere it may be a record's text, which takes nothing of an answer
 * away. What does not end is thought to the last: the limit came before the answer.
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
  const [opening = "", name = ""] = OPENED.exec(text) ?? [];
  const end = opening === "" ? BARE_END.exec(text) : new RegExp(`</${name}>`, "i").exec(text);
  if (opening === "" && (end === null || text.slice(0, end.index).includes("<think>"))) return { text, thoughts: "" };
  const thoughts = text.slice(opening.length, end?.index);
  return { text: end === null ? "" : text.slice(end.index + end[0].length).trimStart(), thoughts };
}
