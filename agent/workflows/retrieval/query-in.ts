/** Words that announce a query, in front of a colon or at the end of a line of their own. */
const ANNOUNCED =
  /^[^:\uFF1A]{0,80}\b(?:query|queries|search|answer|rewrite|rewritten|result)\b[^:\uFF1A]{0,40}[:\uFF1A]\s*/i;
/** How models begin to speak to who asked, in place of a query. */
const SPOKEN =
  /^(?:i|i['\u2019]\w+|sorry|as an ai|sure|certainly|of course|okay|ok|here(?:['\u2019]s| is| are)|(?:the|this|my|your) (?:new |best |rewritten |search )*(?:answer|query|question|rewrite|search)|unfortunately|there (?:is|are) no)\b/i;
const THOUGHT = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
const QUOTED = /["\u201C\u00AB\u201E`]([^"\u201C\u201D\u00AB\u00BB\u201E`\n]{2,})["\u201D\u00BB\u201C`]/;

/**
 * The query in a model's answer, whatever stands around it: thoughts, a label, quotes, a line that announces it, reasons behind it.
 * Null where there is none: a refusal or talk is not what anybody would search for.
 */
export function queryIn(answer: string): string | null {
  const lines = answer
    .replace(THOUGHT, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("```"));
  const labelled = lines.findIndex((line) => ANNOUNCED.test(bare(line)));
  const from = labelled < 0 ? lines : lines.slice(labelled);
  for (const line of from) {
    const text = bare(bare(line).replace(ANNOUNCED, ""));
    if (!/[\p{L}\p{N}]/u.test(text) || /[:\uFF1A]$/.test(text)) continue;
    if (!SPOKEN.test(text)) return text;
    const quoted = QUOTED.exec(text)?.[1];
    return quoted ? bare(quoted) : null;
  }
  return null;
}

/** Without bullets, braces of JSON, quotes and emphasis around it. */
function bare(text: string): string {
  return text
    .replace(/^[\s"'`*_<>{}#\u201C\u00AB\u201E-]+|[\s"'`*_>{},\u201D\u00BB]+$/g, "")
    .replace(/^\w+["']\s*:\s*["']/, "");
}
