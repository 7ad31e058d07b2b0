import type { Item } from "../service/items.ts";
import { countOf } from "../ui/text.tsx";

/** What a person asks with: any of the three is enough. */
export interface ComposedQuestion {
  words: string;
  /** A diff, or a text that was pasted whole. */
  change: string;
  items: readonly Item[];
}

/** As the agent is asked it, in one text. */
export function composeQuestion({ words, change, items }: ComposedQuestion): string {
  const names = items.map(({ id, title }) => `${id} (${title})`).join(", ");
  const asked = words.trim();
  const about =
    items.length === 0
      ? ""
      : asked === ""
        ? `Which tests matter when ${names} ${items.length > 1 ? "change" : "changes"}?`
        : `${asked}\n\nThis is about ${names}.`;
  const question = about || asked || "Which tests matter for this change?";
  if (change.trim() === "") return question;
  const longest = Math.max(2, ...[...change.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${question}\n\n${fence}${isDiff(change) ? "diff" : "text"}\n${change.replace(/\n+$/, "")}\n${fence}`;
}

/** A question as it was composed, in its parts. */
export function splitQuestion(text: string): { words: string; change: string | null } {
  const [, words, , change] = /^([\s\S]*?)\n\n(`{3,})(?:diff|text)\n([\s\S]*)\n\2$/.exec(text) ?? [];
  return words === undefined ? { words: text, change: null } : { words, change: change! };
}

/** More than one types: pasted whole, it is shown folded. */
export function isChange(pasted: string): boolean {
  return isDiff(pasted) || pasted.length > 500 || pasted.split("\n").length > 6;
}

function isDiff(text: string): boolean {
  return /^(diff --git |@@ -\d|--- \S.*\n\+\+\+ )/m.test(text);
}

/** `diff of 2 files, 3 lines added, 1 taken out`, or `text of 12 lines`. */
export function describeChange(change: string): string {
  const lines = change.split("\n");
  if (!isDiff(change)) return `text of ${countOf(lines.length, "line")}`;
  const files = new Set([...change.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm)].map(([, path]) => path));
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return `diff of ${countOf(files.size, "file")}, ${countOf(count("+"), "line")} added, ${count("-")} taken out`;
}
