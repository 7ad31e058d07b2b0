/** What a person would say of a backlog item who tells it without its id. */

/** Words that a description in a question may have. */
const FEWEST = 3;
const MOST = 40;

/**
 * The item's name where it is a sentence of three words or more; else, or where the name is only the beginning of a longer
 * text, the first sentence of the description. Null where neither tells the item.
 */
export function tellingText({ name, description }: { name: string; description: string }): string | null {
  const text = plain(description.replaceAll("\r\n", "\n"));
  const own = plain(name.trim());
  return [isCutOff(own, text) ? "" : own, firstSentence(text, own)].map(withoutStop).find(isTelling) ?? null;
}

/** Without Markdown's marks, which are known by what they stand around: the `*`, `#` and `>` of code and formulas stay. */
function plain(text: string): string {
  return text
    .split(/(`+[^`\n]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^`+|`+$/g, "") : withoutMarks(part)))
    .join("");
}

function withoutMarks(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|>|[*+-])[ \t]+(?=\S)/gm, "")
    .replace(/(?<![\p{L}\p{N}*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\p{L}\p{N}*])/gu, "$2")
    .replaceAll("\\_", "_");
}

/** Of the first paragraph that is more than a heading with the name; "" where it only leads over to a list. */
function firstSentence(text: string, name: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  const isHeading = (paragraph: string) => name !== "" && paragraph.includes(name) && !/[.!?]\s*$/.test(paragraph);
  const [first = "", ...rest] =
    paragraphs.length > 1 && isHeading(paragraphs[0] as string) ? paragraphs.slice(1) : paragraphs;
  const line = first.replace(/\s+/g, " ").trim();
  if (rest.length > 0 && !/[.!?]["')]?$/.test(line)) return "";
  // A full stop ends a sentence before a capital letter, and not behind `e.g.`, `i.e.` or an initial.
  return /^.*?(?:(?<!\b\p{L}|\.\p{L})[.!?](?=\s+["'(]?\p{Lu})|$)/u.exec(line)?.[0] ?? "";
}

/** True for the beginning of a text that goes on in the middle of a word or sentence. */
function isCutOff(name: string, text: string): boolean {
  return text.startsWith(name) && /^(?:[\p{L}\p{N}]| [\p{Ll}\p{N}])/u.test(text.slice(name.length));
}

function withoutStop(text: string): string {
  return /(?:\.\.|…)$/.test(text) ? "" : text.replace(/[.!?:;,]+$/, "");
}

function isTelling(text: string): boolean {
  const count = text.split(/\s+/).length;
  return count >= FEWEST && count <= MOST;
}
