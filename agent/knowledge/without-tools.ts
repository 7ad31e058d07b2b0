import type { PolicyTexts } from "./policies.ts";

/** Policies as an agent without some tools is told them: who reads of a tool that it lacks calls it, or plans with it. */
export function policiesWithout(texts: PolicyTexts, absent: readonly string[]): PolicyTexts {
  if (absent.length === 0) return texts;
  const policies = Object.entries(texts.policies).map(([name, text]) => [name, textWithout(text, absent)]);
  return {
    policies: Object.fromEntries(policies) as PolicyTexts["policies"],
    preferences: textWithout(texts.preferences, absent),
  };
}

/** A Markdown text without what it says of these tools: the names in lists, else the clause or sentence, and what follows from it. */
export function textWithout(text: string, absent: readonly string[]): string {
  if (absent.length === 0) return text;
  const named = new RegExp(`(?<![A-Za-z0-9_])(?:${absent.join("|")})(?![A-Za-z0-9_])`);
  return text
    .split("\n")
    .flatMap((line) => (named.test(line) ? (line.startsWith("|") ? rowWithout : lineWithout)(line, named) : [line]))
    .join("\n");
}

/** A row keeps the tools that are left, moved up to its first cell of tools. */
function rowWithout(row: string, named: RegExp): string[] {
  const cells = row.split("|").map((cell) => cell.trim());
  const first = cells.findIndex((cell) => /^`/.test(cell));
  const listed = first < 0 ? [] : cells.slice(first, -1);
  const left = listed.map((cell) => cell.split(/,\s*/).filter((tool) => tool !== "" && !named.test(tool)));
  const kept = left.filter((tools) => tools.length > 0);
  if (kept.length === 0) return [];
  const after = listed.map((_cell, at) => (kept[at] ?? []).join(", "));
  return [[...cells.slice(0, first), ...after, ""].join(" | ").trim()].filter((line) => !named.test(line));
}

/** A line, or none where nothing of it is left but its label. */
function lineWithout(line: string, named: RegExp): string[] {
  const [, label = "", said = ""] = /^((?:\s*(?:[-*]|\d+\.)\s+)?(?:\*\*[^*]+\*\*)?\s*)(.*)$/.exec(line) ?? [];
  let isDropped = false;
  const sentences = said.split(/(?<=[.!?])\s+(?=[A-Z`])/).flatMap((sentence) => {
    const kept = sentenceWithout(sentence, named);
    // What refers to a sentence that is gone goes with it; one that names a tool stands for itself.
    if (kept !== null && !(isDropped && kept === sentence && !/`\w+_\w+`/.test(kept))) return [kept];
    isDropped = true;
    return [];
  });
  return sentences.length === 0 || named.test(label) ? [] : [`${label}${sentences.join(" ")}`];
}

function sentenceWithout(sentence: string, named: RegExp): string | null {
  if (!named.test(sentence)) return sentence;
  const listed = sentence
    .replace(/\s*\(([^()]+)\)/g, (_all, inside: string) => {
      const left = partsWithout(inside, { named, between: /^(?:`\w+`(?:, )?)+$/.test(inside) ? ", " : "; " });
      return left === "" ? "" : ` (${left})`;
    })
    .replace(/(`\w+`) or (`\w+`)/g, (all, one: string, other: string) => {
      const left = [one, other].filter((name) => !named.test(name));
      return left.length === 1 ? left[0]! : all;
    });
  if (!named.test(listed)) return listed;
  const clauses = listed.split(/; |, (?=`\w+_\w+`)/).filter((clause) => !named.test(clause));
  return clauses.length === 0 ? null : `${clauses.join("; ").replace(/\.$/, "")}${listed.endsWith(".") ? "." : ""}`;
}

function partsWithout(text: string, { named, between }: { named: RegExp; between: string }): string {
  return text
    .split(between)
    .filter((part) => !named.test(part))
    .join(between);
}
