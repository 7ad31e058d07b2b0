import type { AIMessage } from "@langchain/core/messages";
import { isObject, textOf } from "../../../base/json-object.ts";

interface Form {
  /** At the beginning of the text. */
  opens: RegExp;
  ends: RegExp;
}

/** What models are trained to think between. */
const FORMS: readonly Form[] = [
  ...["think", "thinking", "thought", "reasoning", "seed:think"].map((name) => ({
    opens: new RegExp(`^\\s*<${name}>`, "i"),
    ends: name.startsWith("think") ? /<\/think(?:ing)?>/i : new RegExp(`</${name}>`, "i"),
  })),
  { opens: /^\s*\[THINK\]/, ends: /\[\/THINK\]/ },
  { opens: /^\s*◁think▷/, ends: /◁\/think▷/ },
  { opens: /^\s*<\|START_THINKING\|>/, ends: /<\|END_THINKING\|>(?:\s*<\|START_RESPONSE\|>)?/ },
  // OpenAI's harmony, as it is and without its marks, where a server leaves out special tokens. A call in it is no thought.
  {
    opens: /^\s*(?:<\|start\|>assistant)?(?=<\|channel\|>(?:final|analysis)\b)(?![\s\S]*<\|channel\|>commentary to=)/,
    ends: /<\|channel\|>final<\|message\|>/,
  },
  { opens: /^analysis(?=\S[\s\S]*assistantfinal)/, ends: /assistantfinal/ },
];

const MARKS = /<\|channel\|>\w+<\|message\|>|<\|(?:start\|>assistant|end\|>)/g;
const LAST_MARKS = /(?=<\|)(?<!<\|(?:return|end|END_RESPONSE)\|>\s*)(?:<\|(?:return|end|END_RESPONSE)\|>\s*)+$/;

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

/** One thought may follow another; so many are none of a model's. */
const MOST = 50;

function split(text: string): { text: string; thoughts: string } {
  let { text: rest, thoughts } = splitOnce(text);
  for (let taken = 1; taken < MOST && thoughts !== "" && FORMS.some(({ opens }) => opens.test(rest)); taken++) {
    const next = splitOnce(rest);
    rest = next.text;
    thoughts += next.thoughts;
  }
  return { text: rest, thoughts };
}

function splitOnce(text: string): { text: string; thoughts: string } {
  const form = FORMS.find(({ opens }) => opens.test(text));
  const end = (form?.ends ?? BARE_END).exec(text);
  if (!form && (end === null || text.slice(0, end.index).includes("<think>"))) return { text, thoughts: "" };
  const opening = form?.opens.exec(text)?.[0].length ?? 0;
  const thoughts = text.slice(opening, end?.index).replace(MARKS, "");
  if (end === null) return { text: "", thoughts };
  return {
    text: text
      .slice(end.index + end[0].length)
      .trimStart()
      .replace(LAST_MARKS, ""),
    thoughts,
  };
}
