/**
 * The answer contract in machine form. An answer ends with the ranked list and the sources:
 *
 *     ## Recommended
 *     1. `TC-1` - why [S1]
 *     2. `TC-2` - why [S2]
 *     ## Sources
 *     - S1: [trace links of F-9](artifact://thread-1?path=/results/003-trace_links.json)
 *
 * or, where nothing in the records supports one, with one line `No supported recommendation: <reason>`.
 */
export interface ParsedAnswer {
  /** Ids in recommended order, first mention kept. Never guessed from prose. */
  ranked: string[];
  abstained: boolean;
  abstentionReason: string | undefined;
  sources: { label: string; title: string; target: string }[];
  /** Text of the Recommended section, as it stands. */
  list: string;
  /** The answer without its Recommended and Sources sections. */
  prose: string;
}

const ITEM = /^\s*\d+[.)]\s+(?:\*\*)?(`+)/;
const SOURCE = /^\s*[-*]\s+(S\d+):?\s+\[([^\]]*)\]\(([^)\s]+)\)/;
const ABSTENTION = /^[ \t]*(?:\*\*)?No supported recommendation:?(?:\*\*)?\s*(.*)$/im;

/** Reads an answer by the contract; what does not follow it is prose. Never throws. */
export function parseAnswer(text: string): ParsedAnswer {
  const ranked: string[] = [];
  const sources: ParsedAnswer["sources"] = [];
  const list: string[] = [];
  const prose: string[] = [];
  let section: "prose" | "recommended" | "sources" = "prose";
  for (const line of text.split(/\r?\n/)) {
    const heading = headingOf(line);
    if (heading !== undefined) {
      section = heading.startsWith("recommended") ? "recommended" : heading === "sources" ? "sources" : "prose";
      if (section === "prose") prose.push(line);
      continue;
    }
    if (section === "recommended") {
      list.push(line);
      const id = itemOf(line);
      if (id && !ranked.includes(id)) ranked.push(id);
    } else if (section === "sources") {
      const [, label, title, target] = SOURCE.exec(line) ?? [];
      if (label && target) sources.push({ label, title: title ?? "", target });
    } else prose.push(line);
  }
  const abstention = ABSTENTION.exec(text);
  return {
    ranked,
    abstained: abstention !== null && ranked.length === 0,
    abstentionReason: abstention?.[1]?.trim() || undefined,
    sources,
    list: list.join("\n"),
    prose: prose.join("\n").trim(),
  };
}

/** The id of a list item: a code span, which ends with as many backticks as it begins with. */
function itemOf(line: string): string | undefined {
  const start = ITEM.exec(line);
  const fence = start?.[1] ?? "";
  const rest = line.slice(start?.[0].length);
  const end = [...rest.matchAll(/`+/g)].find(([run]) => run.length === fence.length)?.index;
  return start && end !== undefined ? rest.slice(0, end).trim() : undefined;
}

/** An id as a code span of Markdown, whatever backticks it holds. */
export function codeSpan(id: string): string {
  const longest = Math.max(0, ...[...id.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${id} ${fence}` : `${fence}${id}${fence}`;
}

/** The words of a Markdown heading, lower case, without a colon at the end. Linear in the line's length: the text is hostile. */
function headingOf(line: string): string | undefined {
  const words = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1]?.trimEnd().toLowerCase();
  return words?.endsWith(":") ? words.slice(0, -1).trimEnd() : words;
}
